package dev.millrace.seal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What is fuzzed: whatever comes, it opens or is refused by a [SealException], and alike for all
/// who read it alike.
enum SealFuzzTarget {
  /// The input is a container, of someone without the key: it opens to what was sealed, or not.
  CONTAINER {
    @Override
    void take(byte[] input) {
      for (byte[] opened : outcomes(OPENER, input, BINDING).values()) {
        if (opened.length > 0 && !CONTENTS.contains(new String(opened, UTF_8))) {
          throw new AssertionError("opened to what nobody sealed: " + new String(opened, UTF_8));
        }
      }
    }
  },

  /// The input is what a compressed container has in its segments, of someone with the key: the
  /// first byte chooses the codec.
  PLAINTEXT {
    @Override
    void take(byte[] input) {
      if (input.length > 0) {
        int codec = (input[0] & 1) == 0 ? Forger.ZSTD : Forger.LZ4;
        byte[] inner = Arrays.copyOfRange(input, 1, input.length);
        Forger forger = Forger.small(codec);
        byte[] sealed = forger.seal(inner, (input[0] & 2) == 0 ? 0 : sealedSize(forger, inner));
        outcomes(BARE, sealed, Samples.BINDING);
      }
    }
  };

  /// Those of the page.
  private static final Opener OPENER =
      new Opener(Keyring.parse(List.of("2f1d7c5a oKGio6SlpqeoqaqrrK2ur7CxsrO0tba3uLm6u7y9vr8=")));

  private static final Binding BINDING =
      new Binding("photos", "2026/cat.jpg", "\"9b2cf535\"", 1048576);
  private static final Set<String> CONTENTS =
      Set.of("sealed, not compressed", "the cat sat on the mat. ".repeat(20));

  private static final Opener BARE = new Opener(new BareKeys());
  private static final int ROOM = 1 << 16;

  abstract void take(byte[] input);

  /// What each way makes of it that does not refuse it.
  private static Map<Way, byte[]> outcomes(Opener opener, byte[] sealed, Binding binding) {
    Map<Way, byte[]> outcomes = new EnumMap<>(Way.class);
    for (Way way : Way.values()) {
      try {
        outcomes.put(way, way.open(opener, sealed, binding, ROOM));
      } catch (SealException e) {
        // As it should be.
      } catch (IOException e) {
        throw new AssertionError(way.toString(), e);
      }
    }
    agree(outcomes, Way.ARRAY, Way.READER);
    agree(outcomes, Way.HEAP, Way.NATIVE);
    agree(outcomes, Way.HEAP, Way.LONGS);
    byte[] streamed = outcomes.get(Way.STREAM);
    if (streamed == null || streamed.length <= ROOM) {
      agree(outcomes, Way.HEAP, Way.STREAM);
    }
    return outcomes;
  }

  private static void agree(Map<Way, byte[]> outcomes, Way one, Way other) {
    if (!Arrays.equals(outcomes.get(one), outcomes.get(other))) {
      throw new AssertionError(one + " and " + other + " differ: " + outcomes.keySet());
    }
  }

  private static long sealedSize(Forger forger, byte[] inner) {
    return forger.seal(inner).length;
  }
}
