package dev.millrace.tls.connection;

import dev.millrace.tls.connection.LyingPeer.Lie;
import dev.millrace.tls.connection.LyingPeer.Said;
import dev.millrace.tls.message.HandshakeMessage;
import dev.millrace.tls.message.MessageSamples;
import dev.millrace.tls.record.ContentType;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A lie that is read from bytes, so that a fuzzer can look for the worst one: a list of changes,
/// each to one of the things that are said.
///
/// ```
/// uint8  index;    of what is changed, modulo 16
/// uint8  kind;     of the change, modulo their number
/// uint16 where;
/// uint8  value;
/// ```
///
/// Not safe for use by several threads.
final class Mutations implements Lie {
  private static final int LENGTH = 5;
  private static final int INDEXES = 16;
  private static final ContentType[] TYPES = ContentType.values();

  private enum Kind {
    FLIP,
    SET,
    DROP,
    REPEAT,
    DELAY,
    CUT,
    CUT_WELL,
    GROW,
    INSERT,
    RETYPE,
    SPLICE,
    REPLACE,
    FRAGMENT,
    INTERLEAVE,
    JUNK,
    LENGTH_FIELD
  }

  private static final Kind[] KINDS = Kind.values();

  private record Mutation(int index, Kind kind, int where, byte value) {}

  private final List<Mutation> mutations = new ArrayList<>();
  private final List<Said> delayed = new ArrayList<>();
  private byte[] before = {0, 0, 0, 0};

  /// @param start where in the bytes the changes begin; what is left of a whole one is passed over
  Mutations(byte[] bytes, int start) {
    for (int at = start; at + LENGTH <= bytes.length; at += LENGTH) {
      mutations.add(
          new Mutation(
              Math.floorMod(bytes[at], INDEXES),
              KINDS[Math.floorMod(bytes[at + 1], KINDS.length)],
              (bytes[at + 2] & 0xFF) << 8 | (bytes[at + 3] & 0xFF),
              bytes[at + 4]));
    }
  }

  @Override
  public List<Said> instead(int index, Said truth) {
    List<Said> all = new ArrayList<>(List.of(truth));
    boolean delay = false;
    for (Mutation mutation : mutations) {
      if (mutation.index == index) {
        delay |= mutation.kind == Kind.DELAY;
        all = all.stream().flatMap(said -> change(mutation, said).stream()).toList();
      }
    }
    before = truth.content();
    List<Said> result = new ArrayList<>();
    if (delay) {
      delayed.addAll(all);
    } else {
      result.addAll(all);
      result.addAll(delayed);
      delayed.clear();
    }
    return result;
  }

  private List<Said> change(Mutation mutation, Said said) {
    byte[] content = said.content();
    if (content.length == 0) {
      return List.of(said);
    }
    int at = mutation.where % content.length;
    return switch (mutation.kind) {
      case FLIP -> {
        byte[] changed = content.clone();
        changed[at] ^= (byte) (1 << (mutation.value & 7));
        yield again(said, changed);
      }
      case SET -> {
        byte[] changed = content.clone();
        changed[at] = mutation.value;
        yield again(said, changed);
      }
      case DROP -> List.of();
      case REPEAT -> List.of(said, said);
      case DELAY -> List.of(said);
      case CUT -> again(said, Arrays.copyOf(content, at));
      case CUT_WELL -> again(said, withRightLength(Arrays.copyOf(content, at)));
      case GROW ->
          again(said, withRightLength(Arrays.copyOf(content, content.length + mutation.where)));
      case INSERT -> again(said, inserted(content, at, mutation.value));
      case RETYPE -> List.of(new Said(TYPES[Math.floorMod(mutation.value, TYPES.length)], content));
      case SPLICE -> again(said, spliced(content, at));
      case REPLACE -> again(said, sample(mutation));
      case FRAGMENT ->
          List.of(
              new Said(said.type(), Arrays.copyOf(content, at)),
              new Said(said.type(), Arrays.copyOfRange(content, at, content.length)));
      case INTERLEAVE -> List.of(other(mutation), said);
      case JUNK -> List.of(junk(mutation), said);
      case LENGTH_FIELD -> {
        byte[] changed = content.clone();
        changed[at] = mutation.value;
        changed[Math.min(at + 1, content.length - 1)] = (byte) -mutation.value;
        yield again(said, withRightLength(changed));
      }
    };
  }

  private static List<Said> again(Said said, byte[] content) {
    return List.of(new Said(said.type(), content));
  }

  private static byte[] inserted(byte[] content, int at, byte value) {
    byte[] longer = new byte[content.length + 1];
    System.arraycopy(content, 0, longer, 0, at);
    longer[at] = value;
    System.arraycopy(content, at, longer, at + 1, content.length - at);
    return withRightLength(longer);
  }

  private byte[] spliced(byte[] content, int at) {
    byte[] changed = content.clone();
    System.arraycopy(before, 0, changed, at, Math.min(before.length, content.length - at));
    return changed;
  }

  private static byte[] sample(Mutation mutation) {
    ProtocolVersion version =
        mutation.where % 2 == 0 ? ProtocolVersion.TLS_1_3 : ProtocolVersion.TLS_1_2;
    List<HandshakeMessage> samples = MessageSamples.of(version);
    return samples.get(Math.floorMod(mutation.value, samples.size())).encode();
  }

  private static Said other(Mutation mutation) {
    byte value = mutation.value;
    return switch (mutation.where % 5) {
      case 0 -> new Said(ContentType.ALERT, new byte[] {1, value});
      case 1 -> new Said(ContentType.ALERT, new byte[] {value, value, value});
      case 2 -> new Said(ContentType.CHANGE_CIPHER_SPEC, new byte[] {value});
      case 3 -> new Said(ContentType.APPLICATION_DATA, new byte[value & 0x7F]);
      default -> new Said(ContentType.HANDSHAKE, new byte[] {value});
    };
  }

  /// A record whose header says what it likes.
  private static Said junk(Mutation mutation) {
    int length = mutation.where & 0xFF;
    byte[] record = new byte[5 + length];
    Arrays.fill(record, mutation.value);
    record[0] = (byte) TYPES[Math.floorMod(mutation.value, TYPES.length)].code();
    record[1] = 3;
    record[2] = 3;
    record[3] = (byte) (mutation.where >>> 8 == 0xFF ? 0xFF : 0);
    record[4] = (byte) length;
    return new Said(null, record);
  }

  private static byte[] withRightLength(byte[] message) {
    if (message.length >= HandshakeMessage.HEADER_LENGTH) {
      int length = message.length - HandshakeMessage.HEADER_LENGTH;
      message[1] = (byte) (length >>> 16);
      message[2] = (byte) (length >>> 8);
      message[3] = (byte) length;
    }
    return message;
  }
}
