package dev.millrace.gateway.command;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a user names an object by.
///
/// @param service scheme and authority of the service; null where the address does not say
/// @param key the key, decoded, not empty; or a prefix of keys, empty or with `/` at its end
record ObjectAddress(@Nullable URI service, String bucket, String key) {
  private static final Pattern S3 = Pattern.compile("s3://([^/]+)/(.+)", Pattern.DOTALL);
  private static final Pattern S3_PREFIX = Pattern.compile("s3://([^/]+)/?(.*)", Pattern.DOTALL);
  private static final Pattern WEB = Pattern.compile("(https?://[^/?#]+)/([^/?#]+)/([^?#]+)");
  private static final Pattern WEB_PREFIX =
      Pattern.compile("(https?://[^/?#]+)/([^/?#]+)/?([^?#]*)");

  /// Takes `s3://BUCKET/KEY`, whose key is written as it is, and `https://HOST/BUCKET/KEY`, which
  /// is percent-encoded as every URL.
  static ObjectAddress parse(String text) {
    return parse(text, S3, WEB, "/KEY");
  }

  /// Takes the same for a prefix of keys, which may be empty, and to which a `/` at its end is
  /// added.
  static ObjectAddress parsePrefix(String text) {
    ObjectAddress address = parse(text, S3_PREFIX, WEB_PREFIX, "[/PREFIX/]");
    String prefix = address.key();
    return prefix.isEmpty() || prefix.endsWith("/")
        ? address
        : new ObjectAddress(address.service(), address.bucket(), prefix + "/");
  }

  private static ObjectAddress parse(String text, Pattern ofS3, Pattern ofWeb, String rest) {
    Matcher s3 = ofS3.matcher(text);
    if (s3.matches()) {
      return new ObjectAddress(null, s3.group(1), s3.group(2));
    }
    Matcher web = ofWeb.matcher(text);
    if (web.matches()) {
      try {
        return new ObjectAddress(
            new URI(web.group(1)), decoded(web.group(2)), decoded(web.group(3)));
      } catch (URISyntaxException | IllegalArgumentException e) {
        throw new CommandFailure("\"" + text + "\" is not a URL: " + e.getMessage(), e);
      }
    }
    throw new CommandFailure(
        "\"%s\" is neither s3://BUCKET%s nor https://HOST/BUCKET%s".formatted(text, rest, rest),
        null);
  }

  /// The last part of the key, to name a file after.
  String fileName() {
    String name = key.substring(key.lastIndexOf('/') + 1);
    if (name.isEmpty() || name.equals(".") || name.equals("..") || name.equals("-")) {
      throw new CommandFailure(
          "\"" + key + "\" does not end in the name of a file: give one", null);
    }
    return name;
  }

  /// The last part of the prefix, or else the bucket, to name a folder after.
  String folderName() {
    String path = key.isEmpty() ? bucket : key.substring(0, key.length() - 1);
    return new ObjectAddress(service, bucket, path).fileName();
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
