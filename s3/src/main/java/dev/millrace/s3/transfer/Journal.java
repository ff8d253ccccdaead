package dev.millrace.s3.transfer;

import dev.millrace.s3.checksum.ChecksumAlgorithm;
import dev.millrace.s3.checksum.Crc;
import dev.millrace.s3.checksum.CrcAlgorithm;
import dev.millrace.s3.checksum.PromisedChecksum.Verifiable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// What an unfinished download has to remember, to be resumed.
///
/// It lies behind the object's bytes in the same file, so that the two cannot be parted:
///
/// ```
/// object's bytes, with holes | entries | CRC-32C of the entries (4) | their length (4) | mark (8)
/// ```
///
/// Bytes that were written survive the end of the process, but perhaps not of the machine: what
/// another start of the machine has left behind is not believed. (Where a system does not say which
/// start it is in, that cannot be told; the checksum of the whole still can.)
///
/// @param object where the object lies, in the words of whoever downloads
/// @param etag of the version
/// @param size of the object in bytes
/// @param promised the checksum that the whole must have; null where none was promised
/// @param pieces what is in the file
record Journal(
    String object, String etag, long size, @Nullable Verifiable promised, List<Piece> pieces) {
  private static final long MARK = 0x6d696c6c72616365L;
  private static final int VERSION = 1;
  private static final int FRAME = 4 + 4 + 8;
  private static final int LONGEST = 1 << 20;
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  /// How many bytes the journal at the end of a file may have at most.
  static int longest() {
    return LONGEST + FRAME;
  }

  ByteBuffer encoded() {
    return encoded(machineStart());
  }

  /// @param machineStart in which the bytes were written
  ByteBuffer encoded(String machineStart) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeUTF(machineStart);
      out.writeUTF(object);
      out.writeUTF(etag);
      out.writeLong(size);
      out.writeUTF(promised == null ? "" : promised.algorithm().header());
      out.writeUTF(promised == null ? "" : promised.value());
      out.writeInt(pieces.size());
      for (Piece piece : pieces) {
        Crc crc = piece.crc();
        out.writeLong(piece.offset());
        out.writeLong(piece.length());
        out.writeLong(crc == null ? 0 : crc.value());
      }
      byte[] entries = bytes.toByteArray();
      out.writeInt(checksum(entries));
      out.writeInt(entries.length);
      out.writeLong(MARK);
    } catch (IOException e) {
      throw new IllegalStateException("memory takes all that is written to it", e);
    }
    return ByteBuffer.wrap(bytes.toByteArray());
  }

  /// The journal at the end of `tail`; empty where there is none that can be believed.
  static Optional<Journal> decode(ByteBuffer tail) {
    int frame = tail.limit() - FRAME;
    if (frame < 0 || tail.getLong(frame + 8) != MARK) {
      return Optional.empty();
    }
    int length = tail.getInt(frame + 4);
    if (length < 0 || length > Math.min(LONGEST, frame)) {
      return Optional.empty();
    }
    byte[] entries = new byte[length];
    tail.get(frame - length, entries);
    if (checksum(entries) != tail.getInt(frame)) {
      return Optional.empty();
    }
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(entries))) {
      if (in.readByte() != VERSION || !in.readUTF().equals(machineStart())) {
        return Optional.empty();
      }
      return Optional.of(read(in));
    } catch (IOException | IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Journal read(DataInputStream in) throws IOException {
    String object = in.readUTF();
    String etag = in.readUTF();
    long size = in.readLong();
    String algorithm = in.readUTF();
    String value = in.readUTF();
    Verifiable promised = algorithm.isEmpty() ? null : new Verifiable(algorithm(algorithm), value);
    List<Piece> pieces = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      long offset = in.readLong();
      long length = in.readLong();
      long crc = in.readLong();
      pieces.add(
          new Piece(
              offset,
              length,
              promised != null && promised.algorithm() instanceof CrcAlgorithm kind
                  ? new Crc(kind, crc, length)
                  : null));
    }
    return new Journal(object, etag, size, promised, pieces);
  }

  private static ChecksumAlgorithm algorithm(String header) {
    return ChecksumAlgorithm.CHEAPEST_FIRST.stream()
        .filter(algorithm -> algorithm.header().equals(header))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no algorithm " + header));
  }

  private static int checksum(byte[] entries) {
    CRC32C crc = new CRC32C();
    crc.update(entries);
    return (int) crc.getValue();
  }

  private static String machineStart() {
    try {
      return Files.readString(BOOT_ID).strip();
    } catch (IOException _) {
      return "";
    }
  }
}
