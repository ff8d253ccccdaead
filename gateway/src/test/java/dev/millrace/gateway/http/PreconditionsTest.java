package dev.millrace.gateway.http;

import static dev.millrace.gateway.http.Preconditions.Verdict.FAILED;
import static dev.millrace.gateway.http.Preconditions.Verdict.NOT_MODIFIED;
import static dev.millrace.gateway.http.Preconditions.Verdict.PROCEED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.ObjectFacts;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreconditionsTest {
  private static final String BEFORE = "Sat, 21 Nov 2026 11:09:59 GMT";
  private static final String MODIFIED = "Sat, 21 Nov 2026 11:10:00 GMT";
  private static final String AFTER = "Sat, 21 Nov 2026 11:10:01 GMT";
  private static final ObjectFacts FACTS =
      new ObjectFacts(10, "\"abc\"", Instant.parse("2026-11-21T11:10:00Z"), Map.of());

  @Test
  void without_conditions_a_request_proceeds() {
    assertThat(verdict(null, null, null, null)).isEqualTo(PROCEED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"abc\"", "*", "\"x\", \"abc\"", "abc"})
  void if_match_holds_for_the_version_it_lists(String header) {
    assertThat(verdict(header, null, null, null)).isEqualTo(PROCEED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"x\"", "W/\"abc\"", "\"ABC\"", ""})
  void if_match_fails_for_another_version_and_for_a_weak_tag(String header) {
    assertThat(verdict(header, null, null, null)).isEqualTo(FAILED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"abc\"", "W/\"abc\"", "*", "\"x\",\"abc\""})
  void if_none_match_makes_a_listed_version_not_modified(String header) {
    assertThat(verdict(null, null, header, null)).isEqualTo(NOT_MODIFIED);
  }

  @Test
  void if_none_match_lets_another_version_proceed() {
    assertThat(verdict(null, null, "\"x\"", null)).isEqualTo(PROCEED);
  }

  @Test
  void if_modified_since_is_to_the_second() {
    assertThat(verdict(null, null, null, MODIFIED)).isEqualTo(NOT_MODIFIED);
    assertThat(verdict(null, null, null, AFTER)).isEqualTo(NOT_MODIFIED);
    assertThat(verdict(null, null, null, BEFORE)).isEqualTo(PROCEED);
  }

  @Test
  void if_unmodified_since_is_to_the_second() {
    assertThat(verdict(null, MODIFIED, null, null)).isEqualTo(PROCEED);
    assertThat(verdict(null, BEFORE, null, null)).isEqualTo(FAILED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sat, 21 Nov 2026 11:10:00 GMT",
        "Saturday, 21-Nov-26 11:10:00 GMT",
        "Sat Nov 21 11:10:00 2026"
      })
  void a_date_is_read_in_each_of_the_three_forms(String date) {
    assertThat(verdict(null, null, null, date)).isEqualTo(NOT_MODIFIED);
  }

  @Test
  void a_date_is_written_with_a_day_of_two_digits() {
    assertThat(HttpDate.format(Instant.parse("2026-11-03T01:02:03Z")))
        .isEqualTo("Tue, 03 Nov 2026 01:02:03 GMT");
    assertThat(HttpDate.parse("Tue Nov  3 01:02:03 2026"))
        .contains(Instant.parse("2026-11-03T01:02:03Z"));
  }

  @Test
  void tags_outrank_dates() {
    assertThat(verdict("\"abc\"", BEFORE, null, null)).isEqualTo(PROCEED);
    assertThat(verdict(null, null, "\"x\"", AFTER)).isEqualTo(PROCEED);
  }

  @Test
  void if_match_is_looked_at_before_if_none_match() {
    assertThat(verdict("\"x\"", null, "\"abc\"", null)).isEqualTo(FAILED);
    assertThat(verdict("\"abc\"", null, "\"abc\"", null)).isEqualTo(NOT_MODIFIED);
  }

  @Test
  void a_date_that_cannot_be_read_is_ignored() {
    assertThat(verdict(null, "yesterday", null, "tomorrow")).isEqualTo(PROCEED);
  }

  @Test
  void a_range_holds_for_the_version_that_if_range_names() {
    assertThat(rangeHolds(null)).isTrue();
    assertThat(rangeHolds("\"abc\"")).isTrue();
    assertThat(rangeHolds("\"x\"")).isFalse();
    assertThat(rangeHolds("W/\"abc\"")).isFalse();
    assertThat(rangeHolds(MODIFIED)).isTrue();
    assertThat(rangeHolds(AFTER)).isFalse();
    assertThat(rangeHolds("nonsense")).isFalse();
  }

  private static Preconditions.Verdict verdict(
      @Nullable String ifMatch,
      @Nullable String ifUnmodifiedSince,
      @Nullable String ifNoneMatch,
      @Nullable String ifModifiedSince) {
    return new Preconditions(ifMatch, ifUnmodifiedSince, ifNoneMatch, ifModifiedSince, null)
        .verdict(FACTS);
  }

  private static boolean rangeHolds(@Nullable String ifRange) {
    return new Preconditions(null, null, null, null, ifRange).rangeHolds(FACTS);
  }
}
