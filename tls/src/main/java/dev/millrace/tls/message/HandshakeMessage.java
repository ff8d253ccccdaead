package dev.millrace.tls.message;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;
import org.jspecify.annotations.Nullable;

/// A handshake message (RFC 8446, section 4; RFC 5246, section 7.4). Each has a file of its own,
/// with its syntax and how it is read and written. Reading checks all syntax, but what depends on
/// more than the version ([CertificateMessage12]), so that a message that exists is well-formed;
/// whether its values are acceptable is for the states to say.
///
/// Arrays in messages are not copied; nobody changes them.
public sealed interface HandshakeMessage
    permits HelloRequest,
        ClientHello,
        ServerHello,
        HelloRetryRequest,
        EncryptedExtensions,
        CertificateRequest,
        CertificateMessage,
        CompressedCertificate,
        CertificateVerify,
        Finished,
        NewSessionTicket,
        EndOfEarlyData,
        KeyUpdate,
        CertificateMessage12,
        CertificateStatus12,
        ServerKeyExchange12,
        CertificateRequest12,
        ServerHelloDone12,
        ClientKeyExchange12,
        NewSessionTicket12 {

  /// Bytes of type and length before each message.
  int HEADER_LENGTH = 4;

  HandshakeType type();

  /// Writes what follows type and length.
  void writeBody(WireWriter out);

  /// The whole message, with type and length.
  default byte[] encode() {
    return WireWriter.written(out -> out.u8(type().code()).vector24(() -> writeBody(out)));
  }

  /// Reads a whole message.
  ///
  /// @param encoding with type and length
  /// @param version of the connection, or null as long as it is not known
  static HandshakeMessage parse(byte[] encoding, @Nullable ProtocolVersion version)
      throws PeerMisbehaved {
    WireReader in = new WireReader(encoding);
    int code = in.u8();
    HandshakeType type = HandshakeType.ofCode(code);
    if (type == null) {
      throw new PeerMisbehaved(Misbehaviour.UNEXPECTED_MESSAGE, "type " + code);
    }
    WireReader body = in.vector24();
    HandshakeMessage message =
        version == ProtocolVersion.TLS_1_2 ? parse12(type, body) : parse13(type, body);
    body.expectEnd();
    return message;
  }

  private static HandshakeMessage parse13(HandshakeType type, WireReader body)
      throws PeerMisbehaved {
    return switch (type) {
      case CLIENT_HELLO -> ClientHello.parse(body);
      case SERVER_HELLO -> ServerHello.parse(body);
      case NEW_SESSION_TICKET -> NewSessionTicket.parse(body);
      case END_OF_EARLY_DATA -> new EndOfEarlyData();
      case ENCRYPTED_EXTENSIONS -> EncryptedExtensions.parse(body);
      case CERTIFICATE -> CertificateMessage.parse(body);
      case CERTIFICATE_REQUEST -> CertificateRequest.parse(body);
      case CERTIFICATE_VERIFY -> CertificateVerify.parse(body);
      case FINISHED -> new Finished(body.rest());
      case KEY_UPDATE -> KeyUpdate.parse(body);
      case COMPRESSED_CERTIFICATE -> CompressedCertificate.parse(body);
      case HELLO_REQUEST -> new HelloRequest();
      case SERVER_KEY_EXCHANGE, SERVER_HELLO_DONE, CLIENT_KEY_EXCHANGE, CERTIFICATE_STATUS ->
          throw new PeerMisbehaved(Misbehaviour.UNEXPECTED_MESSAGE, type.name());
    };
  }

  private static HandshakeMessage parse12(HandshakeType type, WireReader body)
      throws PeerMisbehaved {
    return switch (type) {
      case HELLO_REQUEST -> new HelloRequest();
      case CLIENT_HELLO -> ClientHello.parse(body);
      case SERVER_HELLO -> ServerHello.parse(body);
      case NEW_SESSION_TICKET -> NewSessionTicket12.parse(body);
      case CERTIFICATE -> CertificateMessage12.parse(body);
      case SERVER_KEY_EXCHANGE -> ServerKeyExchange12.parse(body);
      case CERTIFICATE_REQUEST -> CertificateRequest12.parse(body);
      case SERVER_HELLO_DONE -> new ServerHelloDone12();
      case CERTIFICATE_VERIFY -> CertificateVerify.parse(body);
      case CLIENT_KEY_EXCHANGE -> ClientKeyExchange12.parse(body);
      case FINISHED -> new Finished(body.rest());
      case CERTIFICATE_STATUS -> CertificateStatus12.parse(body);
      case END_OF_EARLY_DATA, ENCRYPTED_EXTENSIONS, KEY_UPDATE, COMPRESSED_CERTIFICATE ->
          throw new PeerMisbehaved(Misbehaviour.UNEXPECTED_MESSAGE, type.name());
    };
  }
}
