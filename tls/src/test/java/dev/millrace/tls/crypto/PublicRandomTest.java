package dev.millrace.tls.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PublicRandomTest {
  @Test
  void nothing_is_given_out_twice() {
    PublicRandom random = new PublicRandom(new SecureRandom());
    Set<String> seen = ConcurrentHashMap.newKeySet();
    IntStream.range(0, 20_000)
        .parallel()
        .mapToObj(_ -> HexFormat.of().formatHex(random.bytes(16)))
        .forEach(each -> assertThat(seen.add(each)).isTrue());
  }

  @Test
  void zeros_are_never_given_out_for_what_was_used_up() {
    PublicRandom random = new PublicRandom(new Ones(new AtomicInteger()));
    for (int length = 0; length <= 1024; length++) {
      byte[] ones = new byte[length];
      Arrays.fill(ones, (byte) 1);
      assertThat(random.bytes(length)).isEqualTo(ones);
    }
  }

  @Test
  void the_source_is_asked_once_for_many() {
    AtomicInteger draws = new AtomicInteger();
    PublicRandom random = new PublicRandom(new Ones(draws));
    for (int i = 0; i < 32; i++) {
      random.bytes(32);
    }
    assertThat(draws).hasValue(1);
  }

  @SuppressWarnings("serial") // never serialized
  private static final class Ones extends SecureRandom {
    private final AtomicInteger draws;

    Ones(AtomicInteger draws) {
      this.draws = draws;
    }

    @Override
    public void nextBytes(byte[] bytes) {
      draws.incrementAndGet();
      Arrays.fill(bytes, (byte) 1);
    }
  }
}
