package dev.millrace.gateway.command;

import dev.millrace.s3.ObjectBody;
import dev.millrace.s3.checksum.CrcAlgorithm;
import dev.millrace.s3.checksum.PromisedChecksum;
import dev.millrace.s3.checksum.RunningChecksum;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// An object's bytes, added up as they are read and held against its checksum at their end. For one
/// thread.
final class VerifiedStream extends FilterInputStream {
  private final RunningChecksum checksum;
  private final PromisedChecksum.Verifiable promised;

  private VerifiedStream(InputStream in, PromisedChecksum.Verifiable promised) {
    super(in);
    this.promised = promised;
    this.checksum = promised.algorithm().start();
  }

  /// The bytes of `body`, verified where that is asked for or costs next to nothing.
  ///
  /// @param required whether it is a failure if they cannot be verified
  static InputStream of(ObjectBody body, boolean required) {
    return switch (body.promised()) {
      case PromisedChecksum.Verifiable promised
          when required || promised.algorithm() instanceof CrcAlgorithm ->
          new VerifiedStream(body.stream(), promised);
      case PromisedChecksum.Unverifiable(String reason) when required ->
          throw new CommandFailure(
              "it cannot be verified: " + reason + "; leave out --verify to have it all the same",
              null);
      default -> body.stream();
    };
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) == -1 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = super.read(bytes, offset, length);
    if (count > 0) {
      checksum.update(bytes, offset, count);
    } else if (count == -1) {
      verify();
    }
    return count;
  }

  private void verify() {
    String sum = checksum.finish();
    if (!sum.equals(promised.value())) {
      throw new CommandFailure(
          "what came is not what the service has: %s is %s and should be %s; throw it away and run"
                  .formatted(promised.algorithm(), sum, promised.value())
              + " it again",
          null);
    }
  }
}
