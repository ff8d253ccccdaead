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
/// @param key the key, decoded, not empty
record ObjectAddress(@Nullable URI service, String bucket, String key) {
  private static final Pattern S3 = Pattern.compile("s3://([^/]+)/(.+)", Pattern.DOTALL);
  private static final Pattern WEB = Pattern.compile("(https?://[^/?#]+)/([^/?#]+)/([^?#]+)");

  /// Takes `s3://BUCKET/KEY`, whose key is written as it is, and `https://HOST/BUCKET/KEY`, which
  /// is percent-encoded as every URL.
  static ObjectAddress parse(String text) {
    Matcher s3 = S3.matcher(text);
    if (s3.matches()) {
      return new ObjectAddress(null, s3.group(1), s3.group(2));
    }
    Matcher web = WEB.matcher(text);
    if (web.matches()) {
      try {
        return new ObjectAddress(
            new URI(web.group(1)), decoded(web.group(2)), decoded(web.group(3)));
      } catch (URISyntaxException | IllegalArgumentException e) {
        throw new CommandFailure("\"" + text + "\" is not a URL: " + e.getMessage(), e);
      }
    }
    throw new CommandFailure(
        "\"" + text + "\" is neither s3://BUCKET/KEY nor https://HOST/BUCKET/KEY", null);
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

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
