import org.jspecify.annotations.NullMarked;

/// A JSSE provider with its own TLS 1.3 and 1.2.
@NullMarked
@SuppressWarnings("module") // the gateway is not there yet when this is compiled
module dev.millrace.tls {
  requires static transitive org.jspecify;
  requires dev.millrace.cache;
  requires jdk.jfr;

  exports dev.millrace.tls;
  exports dev.millrace.tls.pool to
      dev.millrace.gateway;

  uses dev.millrace.tls.PublicKeyCryptography;

  provides java.security.Provider with
      dev.millrace.tls.MillraceProvider;
}
