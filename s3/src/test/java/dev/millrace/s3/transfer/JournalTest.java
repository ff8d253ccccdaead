package dev.millrace.s3.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.checksum.ChecksumAlgorithm;
import dev.millrace.s3.checksum.Crc;
import dev.millrace.s3.checksum.CrcAlgorithm;
import dev.millrace.s3.checksum.DigestAlgorithm;
import dev.millrace.s3.checksum.PromisedChecksum.Verifiable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JournalTest {
  private static final String OBJECT = "https://grain.example/wheat/ä%20b";
  private static final Journal JOURNAL = journal(new Verifiable(CrcAlgorithm.CRC64NVME, "rosU"));

  private static Journal journal(@Nullable Verifiable promised) {
    CrcAlgorithm kind =
        promised != null && promised.algorithm() instanceof CrcAlgorithm crc ? crc : null;
    return new Journal(
        OBJECT,
        "\"v1\"",
        5L << 40,
        promised,
        List.of(
            new Piece(0, 100, kind == null ? null : new Crc(kind, -2, 100)),
            new Piece(1L << 40, 7, kind == null ? null : new Crc(kind, 3, 7))));
  }

  static Stream<Journal> journals() {
    return Stream.concat(
        Stream.of(journal(null)),
        Stream.<ChecksumAlgorithm>concat(
                Arrays.stream(CrcAlgorithm.values()), Arrays.stream(DigestAlgorithm.values()))
            .map(algorithm -> journal(new Verifiable(algorithm, "abc="))));
  }

  @ParameterizedTest
  @MethodSource("journals")
  void what_was_written_is_read(Journal journal) {
    assertThat(Journal.decode(journal.encoded())).contains(journal);
  }

  @Test
  void it_is_found_behind_the_bytes_of_the_object() {
    ByteBuffer encoded = JOURNAL.encoded();
    ByteBuffer file = ByteBuffer.allocate(1000 + encoded.remaining()).position(1000);
    file.put(encoded).flip();
    assertThat(Journal.decode(file)).contains(JOURNAL);
  }

  @Test
  void one_of_an_object_of_which_nothing_came_is_read() {
    Journal journal = new Journal(OBJECT, "", 0, null, List.of());
    assertThat(Journal.decode(journal.encoded())).contains(journal);
  }

  @Test
  void it_is_not_believed_with_any_bit_changed() {
    byte[] encoded = JOURNAL.encoded().array();
    for (int i = 0; i < encoded.length * Byte.SIZE; i++) {
      byte[] damaged = encoded.clone();
      damaged[i / Byte.SIZE] ^= (byte) (1 << (i % Byte.SIZE));
      assertThat(Journal.decode(ByteBuffer.wrap(damaged))).as("bit %d", i).isEmpty();
    }
  }

  @Test
  void it_is_not_believed_with_any_of_its_ends_missing() {
    byte[] encoded = JOURNAL.encoded().array();
    for (int length = 0; length < encoded.length; length++) {
      byte[] start = Arrays.copyOf(encoded, length);
      byte[] end = Arrays.copyOfRange(encoded, encoded.length - length, encoded.length);
      assertThat(Journal.decode(ByteBuffer.wrap(start))).as("first %d", length).isEmpty();
      assertThat(Journal.decode(ByteBuffer.wrap(end))).as("last %d", length).isEmpty();
    }
  }

  @Test
  void one_of_another_start_of_the_machine_is_not_believed() {
    assertThat(Journal.decode(JOURNAL.encoded("another"))).isEmpty();
  }

  @Test
  void a_length_that_makes_no_sense_is_not_believed() {
    for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 2 << 20}) {
      ByteBuffer encoded = JOURNAL.encoded();
      encoded.putInt(encoded.limit() - 12, length);
      assertThat(Journal.decode(encoded)).as("length %d", length).isEmpty();
    }
  }
}
