package dev.millrace.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ExpiryTest {
  @Property
  void a_group_is_a_quarter_of_an_octave(@ForAll @LongRange(min = 1L << 30) long any) {
    long lifetime = (any & (Expiry.FOREVER - 1)) | (1L << 30);
    int group = Expiry.group(lifetime);

    assertThat(group).isBetween(1, Expiry.GROUPS - 1);
    assertThat(Expiry.longest(group)).isGreaterThanOrEqualTo(lifetime);
    assertThat(Expiry.longest(group)).isLessThanOrEqualTo(lifetime + lifetime / 4 + 1);
  }

  @Property
  void ticks_suffice_for_the_longest_lifetime_put_last(
      @ForAll @LongRange(min = 0, max = Expiry.FOREVER - 1) long lifetime) {
    int group = Expiry.group(lifetime);
    long span = Expiry.openFor(group) + lifetime;

    assertThat(span / Expiry.tick(group)).isLessThanOrEqualTo(EntryFormat.LONGEST_EXPIRY);
  }

  @Test
  void short_lifetimes_share_a_group() {
    assertThat(Expiry.group(0)).isEqualTo(1);
    assertThat(Expiry.group(1_000_000_000)).isEqualTo(1);
  }

  @Test
  void what_never_expires_has_a_group_of_its_own() {
    assertThat(Expiry.group(Expiry.FOREVER)).isEqualTo(Expiry.NEVER);
  }
}
