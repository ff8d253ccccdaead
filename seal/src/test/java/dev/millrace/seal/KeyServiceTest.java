package dev.millrace.seal;

import static dev.millrace.seal.Samples.BINDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.seal.SealException.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A key management service that is asked over a network, as far as a sealer and an opener can see.
final class KeyServiceTest {
  private static final byte[] CONTENT = Samples.bytes(5000);

  private final FakeService service = new FakeService();

  @Test
  void it_is_asked_once_per_data_key() throws IOException {
    Opener opener = new Opener(service);
    for (int i = 0; i < 3; i++) {
      Sealer sealer = new Sealer(Samples.SMALL, service);
      for (int j = 0; j < 5; j++) {
        byte[] sealed = sealer.seal(CONTENT, BINDING.at(j));
        for (Way way : Way.values()) {
          assertThat(way.open(opener, sealed, BINDING.at(j), 5000)).isEqualTo(CONTENT);
        }
      }
      assertThat(service.wrapped).isEqualTo(i + 1);
      assertThat(service.unwrapped).isEqualTo(i + 1);
    }
  }

  @Test
  void no_more_data_keys_are_remembered_than_256() throws IOException {
    Opener opener = new Opener(service);
    List<byte[]> containers = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      containers.add(new Sealer(Samples.SMALL, service).seal(CONTENT, BINDING));
    }
    for (int round = 0; round < 2; round++) {
      for (byte[] sealed : containers) {
        assertThat(opener.open(sealed, BINDING, 5000)).isEqualTo(CONTENT);
      }
    }
    // All 300 of the second round are asked for again, but those that were met last.
    assertThat(service.unwrapped).isBetween(300 + 300 - 256, 600);
  }

  @Test
  void what_it_refuses_is_not_remembered() throws IOException {
    byte[] sealed = new Sealer(Samples.SMALL, service).seal(CONTENT, BINDING);
    Opener opener = new Opener(service);
    IOException down = new IOException("no route to host");
    service.failure = down;
    for (Way way : Way.values()) {
      assertThatThrownBy(() -> way.open(opener, sealed, BINDING, 5000)).isSameAs(down);
    }
    assertThatThrownBy(() -> new Sealer(Samples.SMALL, service)).isSameAs(down);
    service.failure = null;
    assertThat(opener.open(sealed, BINDING, 5000)).isEqualTo(CONTENT);
  }

  @Test
  void its_own_reasons_reach_the_caller() throws IOException {
    byte[] sealed = new Sealer(Samples.SMALL, service).seal(CONTENT, BINDING);
    service.failure = new SealException(Reason.UNKNOWN_KEY, "key 7 is disabled");
    for (Way way : Way.values()) {
      assertThatThrownBy(() -> way.open(new Opener(service), sealed, BINDING, 5000))
          .isSameAs(service.failure);
    }
  }

  /// As an attacker may who can write to the storage.
  @Test
  void a_changed_wrapped_key_is_asked_for_and_not_remembered() throws IOException {
    byte[] sealed = new Sealer(Samples.SMALL, service).seal(CONTENT, BINDING);
    sealed[22 + FakeService.NAME.length()] ^= 1;
    Opener opener = new Opener(service);
    for (int i = 1; i <= 3; i++) {
      assertThatThrownBy(() -> opener.open(sealed, BINDING, 5000))
          .isInstanceOfSatisfying(
              SealException.class, e -> assertThat(e.reason()).isEqualTo(Reason.WRONG_KEY));
      assertThat(service.unwrapped).isEqualTo(i);
    }
  }

  @Test
  void the_key_that_it_was_given_is_zeroed_afterwards() throws IOException {
    byte[][] seen = new byte[2][];
    KeyService nosy =
        new KeyService() {
          @Override
          public WrappedKey wrap(byte[] key) throws IOException {
            seen[0] = key;
            return service.wrap(key);
          }

          @Override
          public byte[] unwrap(WrappedKey wrapped) throws IOException {
            seen[1] = service.unwrap(wrapped);
            return seen[1];
          }
        };
    byte[] sealed = new Sealer(Samples.SMALL, nosy).seal(CONTENT, BINDING);
    assertThat(seen[0]).containsOnly(0);
    assertThat(new Opener(nosy).open(sealed, BINDING, 5000)).isEqualTo(CONTENT);
    assertThat(seen[1]).containsOnly(0);
  }

  /// Keeps the data keys itself and gives out tickets for them.
  private static final class FakeService implements KeyService {
    static final String NAME = "arn:kms:key/7";

    private final Map<WrappedKey, byte[]> keys = new HashMap<>();
    private @Nullable IOException failure;
    private int wrapped;
    private int unwrapped;

    @Override
    public WrappedKey wrap(byte[] key) throws IOException {
      fail();
      byte[] ticket = {(byte) wrapped, (byte) (wrapped >> 8), 1, 2, 3};
      wrapped++;
      WrappedKey result = new WrappedKey(NAME, ticket);
      keys.put(result, key.clone());
      return result;
    }

    @Override
    public byte[] unwrap(WrappedKey wrapped) throws IOException {
      unwrapped++;
      fail();
      byte[] key = keys.get(wrapped);
      if (key == null) {
        throw new SealException(Reason.WRONG_KEY, "no such ticket");
      }
      return key.clone();
    }

    private void fail() throws IOException {
      if (failure != null) {
        throw failure;
      }
    }
  }
}
