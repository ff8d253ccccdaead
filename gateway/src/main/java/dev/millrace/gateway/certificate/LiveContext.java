package dev.millrace.gateway.certificate;

import dev.millrace.gateway.renewal.Watched;
import dev.millrace.gateway.settings.Settings;
import dev.millrace.gateway.settings.Settings.CertificateFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A TLS context with the certificate, the key and the authorities that are in their files now.
///
/// What changes there holds for new connections, and no session goes on across it: a renewal makes
/// another context, with sessions and ticket keys of its own. So nobody resumes as somebody for
/// whom an authority vouched that does so no longer.
///
/// Safe for use by any number of threads.
public final class LiveContext implements AutoCloseable {
  private static final int LARGEST = 1 << 20;

  private final Watched<Shown> watched;
  private final SSLContext context;

  private record Shown(ServerCertificate certificate, SSLContext context) {
    Instant notAfter() {
      return certificate.chain().getFirst().getNotAfter().toInstant();
    }

    String told() {
      return "valid until " + notAfter();
    }
  }

  /// Makes a context that shows a certificate, whenever there is another one, or other authorities.
  @FunctionalInterface
  public interface Making {
    SSLContext context(ServerCertificate certificate) throws IOException;
  }

  private LiveContext(String name, Watched.Source<Shown> source) throws IOException {
    this.watched = Watched.open(name, source);
    this.context = CurrentContext.of(() -> watched.get().context);
  }

  /// A context with the certificate in files of the user's own.
  ///
  /// @param name what the log and metrics call it
  /// @param authority a file that the context is made of, too
  /// @throws UnusableCertificateException if it cannot be shown to anybody
  public static LiveContext of(
      String name, CertificateFiles files, @Nullable Path authority, Making making)
      throws IOException {
    List<Path> all = new ArrayList<>(List.of(files.chain(), files.key()));
    if (authority != null) {
      all.add(authority);
    }
    return new LiveContext(
        name,
        new Watched.Source<>() {
          @Override
          public byte[] content() throws IOException {
            return Watched.content(LARGEST, all);
          }

          @Override
          public Shown made(byte[] content) throws IOException {
            ServerCertificate certificate = ServerCertificate.read(files);
            return new Shown(certificate, making.context(certificate));
          }

          @Override
          public String told(Shown made) {
            return made.told();
          }
        });
  }

  /// A context with the certificate that `settings` name, or else with the one of our own local
  /// authority, which is renewed in time.
  public static LiveContext of(
      String name, Settings settings, @Nullable Path authority, Making making) throws IOException {
    CertificateFiles files = settings.certificate();
    return files == null
        ? new LiveContext(name, new Local(settings, authority, making, Clock.systemUTC()))
        : of(name, files, authority, making);
  }

  private static final class Local implements Watched.Source<Shown> {
    private final Settings settings;
    private final List<Path> authority;
    private final Making making;
    private final Clock clock;
    private ServerCertificate certificate;

    Local(Settings settings, @Nullable Path authority, Making making, Clock clock)
        throws IOException {
      this.settings = settings;
      this.authority = authority == null ? List.of() : List.of(authority);
      this.making = making;
      this.clock = clock;
      this.certificate = ServerCertificate.of(settings, clock);
    }

    @Override
    public byte[] content() throws IOException {
      if (!LocalAuthority.lasts(certificate.chain().getFirst(), clock)) {
        certificate = ServerCertificate.of(settings, clock);
      }
      try {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(certificate.chain().getFirst().getEncoded());
        all.writeBytes(Watched.content(LARGEST, authority));
        return all.toByteArray();
      } catch (GeneralSecurityException e) {
        throw new IOException(e);
      }
    }

    @Override
    public Shown made(byte[] content) throws IOException {
      return new Shown(certificate, making.context(certificate));
    }

    @Override
    public String told(Shown made) {
      return made.told();
    }
  }

  /// The same for ever, whatever changes behind it.
  public SSLContext context() {
    return context;
  }

  /// Until when its certificate is valid.
  public Instant notAfter() {
    return watched.get().notAfter();
  }

  /// What looks at its files.
  public Watched<?> files() {
    return watched;
  }

  /// Looks at its files no more.
  @Override
  public void close() {
    watched.close();
  }
}
