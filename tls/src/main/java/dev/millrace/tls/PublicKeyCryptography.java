package dev.millrace.tls;

import java.security.NoSuchProviderException;
import java.security.Provider;
import org.jspecify.annotations.Nullable;

/// Brings public-key cryptography that is faster than the JDK's, such as native code: a service for
/// [java.util.ServiceLoader], which looks for it once in a JVM, with the class loader of this
/// module.
///
/// Contexts take key pairs, key agreement and signatures from its provider, as far as it has them,
/// before they take them from the JDK. Native providers that are installed come before it: those
/// were chosen by somebody. It need not be installed itself, and then nothing else in the JVM comes
/// to use it.
public interface PublicKeyCryptography {
  /// The provider, for use by several threads, or null where there is none and nobody said that
  /// there would be. Called once.
  ///
  /// If it throws anything, contexts do without, which is logged once and told by
  /// [MillraceProvider#cryptography].
  ///
  /// @throws NoSuchProviderException if it cannot be had on this machine; the message says who
  ///   cannot, and why
  @Nullable Provider provider() throws NoSuchProviderException;
}
