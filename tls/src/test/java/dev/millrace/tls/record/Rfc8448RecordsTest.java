package dev.millrace.tls.record;

import static dev.millrace.tls.record.RecordPair.CRYPTO;
import static dev.millrace.tls.record.RecordPair.open;
import static dev.millrace.tls.record.RecordPair.seal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.wire.AeadAlgorithm;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/// The protected records of the simple 1-RTT handshake (RFC 8448, section 3), opened and sealed.
class Rfc8448RecordsTest {
  private static final String SERVER_HANDSHAKE_KEY = "3fce516009c21727d0f2e4e86ee403bc";
  private static final String SERVER_HANDSHAKE_IV = "5d313eb2671276ee13000b30";
  private static final String CLIENT_HANDSHAKE_KEY = "dbfaa693d1762c5b666af5d950258d01";
  private static final String CLIENT_HANDSHAKE_IV = "5bd3c71b836e0b76bb73265f";
  private static final String SERVER_KEY = "9f02283b6c9c07efc26bb9f2ac92e356";
  private static final String SERVER_IV = "cf782b88dd83549aadf1e984";
  private static final String CLIENT_KEY = "17422dda596ed5d9acd890e3c63f5051";
  private static final String CLIENT_IV = "5b78923dee08579033e523d9";

  private static final byte[] SERVER_FLIGHT =
      hex(
          """
          17030302a2d1ff334a56f5bff6594a07cc87b580233f500f45e489e7f33af35edf7869fcf40aa40a
          a2b8ea73f848a7ca07612ef9f945cb960b4068905123ea78b111b429ba9191cd05d2a389280f5261
          34aadc7fc78c4b729df828b5ecf7b13bd9aefb0e57f271585b8ea9bb355c7c79020716cfb9b1183e
          f3ab20e37d57a6b9d7477609aee6e122a4cf51427325250c7d0e509289444c9b3a648f1d71035d2e
          d65b0e3cdd0cbae8bf2d0b227812cbb360987255cc744110c453baa4fcd610928d809810e4b7ed1a
          8fd991f06aa6248204797e36a6a73b70a2559c09ead686945ba246ab66e5edd8044b4c6de3fcf2a8
          9441ac66272fd8fb330ef8190579b3684596c960bd596eea520a56a8d650f563aad27409960dca63
          d3e688611ea5e22f4415cf9538d51a200c27034272968a264ed6540c84838d89f72c24461aad6d26
          f59ecaba9acbbb317b66d902f4f292a36ac1b639c637ce343117b659622245317b49eeda0c6258f1
          00d7d961ffb138647e92ea330faeea6dfa31c7a84dc3bd7e1b7a6c7178af36879018e3f252107f24
          3d243dc7339d5684c8b0378bf30244da8c87c843f5e56eb4c5e8280a2b48052cf93b16499a66db7c
          ca71e4599426f7d461e66f99882bd89fc50800becca62d6c74116dbd2972fda1fa80f85df881edbe
          5a37668936b335583b599186dc5c6918a396fa48a181d6b6fa4f9d62d513afbb992f2b992f67f8af
          e67f76913fa388cb5630c8ca01e0c65d11c66a1e2ac4c85977b7c7a6999bbf10dc35ae69f5515614
          636c0b9b68c19ed2e31c0b3b66763038ebba42f3b38edc0399f3a9f23faa63978c317fc9fa66a73f
          60f0504de93b5b845e275592c12335ee340bbc4fddd502784016e4b3be7ef04dda49f4b440a30cb5
          d2af939828fd4ae3794e44f94df5a631ede42c1719bfdabf0253fe5175be898e750edc53370d2b
          """);

  /// EncryptedExtensions, Certificate, CertificateVerify and Finished.
  private static final byte[] SERVER_MESSAGES =
      hex(
          """
          080000240022000a00140012001d00170018001901000101010201030104001c0002400100000000
          0b0001b9000001b50001b0308201ac30820115a003020102020102300d06092a864886f70d01010b
          0500300e310c300a06035504031303727361301e170d3136303733303031323335395a170d323630
          3733303031323335395a300e310c300a0603550403130372736130819f300d06092a864886f70d01
          0101050003818d0030818902818100b4bb498f8279303d980836399b36c6988c0c68de55e1bdb826
          d3901a2461eafd2de49a91d015abbc9a95137ace6c1af19eaa6af98c7ced43120998e187a80ee0cc
          b0524b1b018c3e0b63264d449a6d38e22a5fda430846748030530ef0461c8ca9d9efbfae8ea6d1d0
          3e2bd193eff0ab9a8002c47428a6d35a8d88d79f7f1e3f0203010001a31a301830090603551d1304
          023000300b0603551d0f0404030205a0300d06092a864886f70d01010b05000381810085aad2a0e5
          b9276b908c65f73a7267170618a54c5f8a7b337d2df7a594365417f2eae8f8a58c8f8172f9319cf3
          6b7fd6c55b80f21a03015156726096fd335e5e67f2dbf102702e608ccae6bec1fc63a42a99be5c3e
          b7107c3c54e9b9eb2bd5203b1c3b84e0a8b2f759409ba3eac9d91d402dcc0cc8f8961229ac9187b4
          2b4de100000f000084080400805a747c5d88fa9bd2e55ab085a61015b7211f824cd484145ab3ff52
          f1fda8477b0b7abc90db78e2d33a5c141a078653fa6bef780c5ea248eeaaa785c4f394cab6d30bbe
          8d4859ee511f602957b15411ac027671459e46445c9ea58c181e818e95b8c3fb0bf3278409d3be15
          2a3da5043e063dda65cdf5aea20d53dfacd42f74f3140000209b9b141d906337fbd2cbdce71df4de
          da4ab42c309572cb7fffee5454b78f0718
          """);

  private static final byte[] CLIENT_FINISHED =
      hex(
          """
          170303003575ec4dc238cce60b298044a71e219c56cc77b0517fe9b93c7a4bfc44d87f38f80338ac
          98fc46deb384bd1caeacab6867d726c40546
          """);

  private static final byte[] CLIENT_FINISHED_MESSAGE =
      hex(
          """
          14000020a8ec436d677634ae525ac1fcebe11a039ec17694fac6e98527b642f2edd5ce61
          """);

  private static final byte[] TICKET =
      hex(
          """
          17030300de3a6b8f90414a97d6959c3487680de5134a2b240e6cffac116e95d41d6af8f6b580dcf3
          d11d63c758db289a015940252f55713e061dc13e078891a38efbcf5753ad8ef170ad3c7353d16d9d
          a773b9ca7f2b9fa1b6c0d4a3d03f75e09c30ba1e62972ac46f75f7b981be63439b2999ce13064615
          139891d5e4c5b406f16e3fc181a77ca475840025db2f0a77f81b5ab05b94c01346755f69232c8651
          9d86cbeeac87aac347d143f9605d64f650db4d023e70e952ca49fe5137121c74bc2697687e248746
          d6df353005f3bce18696129c8153556b3b6c6779b37bf15985684f
          """);

  private static final byte[] CLIENT_DATA =
      hex(
          """
          1703030043a23f7054b62c94d0affafe8228ba55cbefacea42f914aa66bcab3f2b9819a8a5b46b39
          5bd54a9a20441e2b62974e1f5a6292a2977014bd1e3deae63aeebb21694915e4
          """);

  private static final byte[] SERVER_DATA =
      hex(
          """
          17030300432e937e11ef4ac740e538ad36005fc4a46932fc3225d05f82aa1b36e30efaf97d90e6df
          fc602dcb501a59a8fcc49c4bf2e5f0a21c0047c2abf332540dd032e167c2955d
          """);

  private static final byte[] CLIENT_CLOSE =
      hex("1703030013c9872760655666b74d7ff1153efd6db6d0b0e3");
  private static final byte[] SERVER_CLOSE =
      hex("1703030013b58fd67166ebf599d24720cfbe7efa7a8864a9");
  private static final byte[] CLOSE_NOTIFY = {1, 0};

  @Test
  void the_servers_flight() throws Exception {
    assertSame(
        SERVER_HANDSHAKE_KEY,
        SERVER_HANDSHAKE_IV,
        new Expected(SERVER_FLIGHT, ContentType.HANDSHAKE, SERVER_MESSAGES));
  }

  @Test
  void the_clients_finished() throws Exception {
    assertSame(
        CLIENT_HANDSHAKE_KEY,
        CLIENT_HANDSHAKE_IV,
        new Expected(CLIENT_FINISHED, ContentType.HANDSHAKE, CLIENT_FINISHED_MESSAGE));
  }

  @Test
  void the_clients_data_and_close() throws Exception {
    assertSame(
        CLIENT_KEY,
        CLIENT_IV,
        new Expected(CLIENT_DATA, ContentType.APPLICATION_DATA, data()),
        new Expected(CLIENT_CLOSE, ContentType.ALERT, CLOSE_NOTIFY));
  }

  @Test
  void the_servers_ticket_data_and_close() throws Exception {
    byte[] ticket;
    try (RecordOpener opener = opener(SERVER_KEY, SERVER_IV)) {
      ticket = open(opener, TICKET).bytes();
    }
    assertThat(ticket).hasSize(205).startsWith(4, 0, 0, 201);
    assertSame(
        SERVER_KEY,
        SERVER_IV,
        new Expected(TICKET, ContentType.HANDSHAKE, ticket),
        new Expected(SERVER_DATA, ContentType.APPLICATION_DATA, data()),
        new Expected(SERVER_CLOSE, ContentType.ALERT, CLOSE_NOTIFY));
  }

  @Test
  void the_flight_is_four_messages() throws Exception {
    HandshakeJoiner joiner = new HandshakeJoiner(_ -> 1000);
    joiner.add(SERVER_MESSAGES, 0, SERVER_MESSAGES.length);
    ByteBuffer joined = ByteBuffer.allocate(SERVER_MESSAGES.length);
    for (int type : new int[] {8, 11, 15, 20}) {
      HandshakeJoiner.RawMessage message = joiner.poll();
      assertThat(message).isNotNull();
      assertThat(message.type()).isEqualTo(type);
      joined.put(message.encoding());
    }
    assertThat(joiner.isEmpty()).isTrue();
    assertThat(joined.array()).isEqualTo(SERVER_MESSAGES);
  }

  @SuppressWarnings("ArrayRecordComponent") // taken apart, never compared
  private record Expected(byte[] record, ContentType type, byte[] content) {}

  private static void assertSame(String key, String iv, Expected... records) throws Exception {
    try (RecordOpener opener = opener(key, iv);
        RecordSealer sealer =
            RecordSealer.plaintext()
                .tls13(CRYPTO, AeadAlgorithm.AES_128_GCM, RecordPair.keys(hex(key), hex(iv)))) {
      for (Expected expected : records) {
        RecordPair.Content opened = open(opener, expected.record());
        assertThat(opened.type()).isEqualTo(expected.type());
        assertThat(opened.bytes()).isEqualTo(expected.content());
        assertThat(seal(sealer, expected.type(), expected.content(), 0))
            .isEqualTo(expected.record());
      }
    }
  }

  private static RecordOpener opener(String key, String iv) {
    return RecordOpener.plaintext()
        .tls13(CRYPTO, AeadAlgorithm.AES_128_GCM, RecordPair.keys(hex(key), hex(iv)));
  }

  /// The application data of both sides: 0, 1, 2 and so on.
  private static byte[] data() {
    byte[] data = new byte[50];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) i;
    }
    return data;
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace("\n", ""));
  }
}
