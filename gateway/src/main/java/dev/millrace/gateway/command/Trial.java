package dev.millrace.gateway.command;

import dev.millrace.gateway.settings.OriginLocation;
import dev.millrace.gateway.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;

/// A command line that asks a running gateway for something, to be pasted into a shell.
final class Trial {
  /// A large folder is not searched to its end for an object to ask for.
  private static final int FILES_LOOKED_AT = 1_000;

  private static final String UNQUOTED = "[A-Za-z0-9_@%+=:,./-]+";
  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";

  private Trial() {}

  /// A request by curl for an object of the gateway with `settings` that listens on `port`, or for
  /// a list of its objects.
  static String of(Settings settings, int port) {
    var certificate = settings.certificate();
    var trusted = certificate == null ? settings.state().resolve("ca.pem") : certificate.chain();
    var host =
        switch (settings.host()) {
          case "0.0.0.0" -> "127.0.0.1";
          case "::" -> "::1";
          default -> settings.host();
        };
    var url = "https://" + authority(host, port) + "/" + target(settings.origin());
    var signed =
        settings.access().file() == null
            ? ""
            : "--aws-sigv4 aws:amz:us-east-1:s3"
                + " --user \"$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY\" ";
    return "curl --cacert " + quoted(trusted.toString()) + " " + signed + quoted(url);
  }

  /// `host` and `port` as a URL has them.
  static String authority(String host, int port) {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  private static String target(OriginLocation origin) {
    var object =
        origin instanceof OriginLocation.Folder folder
            ? firstFile(folder.path())
            : Optional.<Path>empty();
    return object
        .map(path -> encoded(origin.bucket() + "/" + path))
        .orElseGet(() -> encoded(origin.bucket()) + "?list-type=2");
  }

  /// The first file by name of those that lie least deep, relative to `folder`.
  private static Optional<Path> firstFile(Path folder) {
    try (var paths = Files.walk(folder)) {
      return paths
          .limit(FILES_LOOKED_AT)
          .filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
          .map(folder::relativize)
          .filter(path -> !path.toString().startsWith("."))
          .min(Comparator.comparingInt(Path::getNameCount).thenComparing(Path::toString));
    } catch (IOException | UncheckedIOException _) {
      return Optional.empty();
    }
  }

  /// `text` as a word of a POSIX shell.
  static String quoted(String text) {
    return text.matches(UNQUOTED) ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  /// `path` as a URL has it: RFC 3986, section 2.3.
  static String encoded(String path) {
    var text = new StringBuilder();
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      var c = (char) (b & 0xff);
      if (UNRESERVED.indexOf(c) >= 0) {
        text.append(c);
      } else {
        text.append("%%%02X".formatted((int) c));
      }
    }
    return text.toString();
  }
}
