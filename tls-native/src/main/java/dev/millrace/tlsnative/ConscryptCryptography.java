package dev.millrace.tlsnative;

import dev.millrace.tls.PublicKeyCryptography;
import java.security.NoSuchProviderException;
import java.security.Provider;
import org.conscrypt.Conscrypt;

/// Conscrypt: BoringSSL's public-key cryptography behind the JCA. It comes with native libraries
/// for Linux (glibc) and macOS on x86-64 and ARM64, and for Windows on x86-64, of which it unpacks
/// the one that fits into the folder for temporary files.
public final class ConscryptCryptography implements PublicKeyCryptography {

  /// For [java.util.ServiceLoader].
  public ConscryptCryptography() {}

  @Override
  public Provider provider() throws NoSuchProviderException {
    try {
      return Conscrypt.newProvider();
    } catch (UnsatisfiedLinkError e) {
      // Another platform, or nowhere to unpack the library to.
      throw new NoSuchProviderException("Conscrypt: " + e.getMessage());
    }
  }
}
