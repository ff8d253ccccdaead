import dev.millrace.tls.PublicKeyCryptography;
import dev.millrace.tlsnative.ConscryptCryptography;
import dev.millrace.tlsnative.CorrettoCryptography;
import org.jspecify.annotations.NullMarked;

/// Native public-key cryptography for `dev.millrace.tls`, which finds it by itself.
@NullMarked
module dev.millrace.tlsnative {
  requires static transitive org.jspecify;
  requires dev.millrace.tls;
  // Conscrypt has no descriptor that could say so.
  requires java.logging;
  requires org.conscrypt;
  requires static com.amazon.corretto.crypto.provider;

  provides PublicKeyCryptography with
      CorrettoCryptography,
      ConscryptCryptography;
}
