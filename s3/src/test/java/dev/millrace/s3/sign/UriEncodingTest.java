package dev.millrace.s3.sign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class UriEncodingTest {
  @Test
  void only_unreserved_characters_stay_as_they_are() {
    assertThat(UriEncoding.path("/bucket/-._~Az09/")).isEqualTo("/bucket/-._~Az09/");
    assertThat(UriEncoding.path("/a b+c*%/ä/😀")).isEqualTo("/a%20b%2Bc%2A%25/%C3%A4/%F0%9F%98%80");
    assertThat(UriEncoding.component("a/b=c&d")).isEqualTo("a%2Fb%3Dc%26d");
  }

  @Test
  void half_a_surrogate_pair_is_refused_rather_than_sent_as_another_key() {
    assertThatThrownBy(() -> UriEncoding.path("/bucket/\ud83d"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void parameters_are_in_the_order_of_their_encoded_names() {
    CanonicalQuery query = CanonicalQuery.of(Map.of("a-", "1", "a", "", "ä", "2 3", "B", "4"));

    assertThat(query.after("/bucket")).isEqualTo("/bucket?%C3%A4=2%203&B=4&a=&a-=1");
    assertThat(CanonicalQuery.of(Map.of()).after("/bucket")).isEqualTo("/bucket");
  }
}
