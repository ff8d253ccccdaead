package dev.millrace.s3;

import dev.millrace.s3.http.RequestBody;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// What a request carries to a service, its length known before.
public interface Payload extends RequestBody {
  /// What a signature covers in its place: the SHA-256 in lower-case hexadecimal digits,
  /// [SigV4#UNSIGNED_PAYLOAD], or what the service calls another form of it.
  String hash();

  /// Whether it can be written any number of times. One that cannot waits for the service's leave
  /// to be sent (RFC 9110, section 10.1.1), so that what the service refuses, or has to be told
  /// elsewhere, can still be told again.
  boolean isRepeatable();

  /// Bytes, which are the payload's own from then on.
  static Payload of(byte[] bytes) {
    String hash;
    try {
      hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
    return new Payload() {
      @Override
      public String hash() {
        return hash;
      }

      @Override
      public boolean isRepeatable() {
        return true;
      }

      @Override
      public long length() {
        return bytes.length;
      }

      @Override
      public void writeTo(OutputStream out) throws IOException {
        out.write(bytes);
      }
    };
  }
}
