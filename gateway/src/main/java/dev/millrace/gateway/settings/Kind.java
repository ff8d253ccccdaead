package dev.millrace.gateway.settings;

import dev.millrace.fleet.Node;
import dev.millrace.fleet.Tier;
import dev.millrace.seal.Compression;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A kind of values: how they're written, and which are allowed.
///
/// @param label one word for a value, in capitals
/// @param allowed what is allowed, to follow the word "is"
record Kind<T>(String label, String allowed, Parser<T> parser) {
  private static final Pattern WHOLE_NUMBER = Pattern.compile("\\d{1,9}");
  private static final Pattern HOST = Pattern.compile("[0-9A-Za-z.:_%-]{1,255}");
  private static final Pattern REGION = Pattern.compile("[0-9A-Za-z][0-9A-Za-z-]{0,62}");
  private static final Pattern BUCKET =
      Pattern.compile("[a-z0-9](?:[a-z0-9-]|\\.(?!\\.)){1,61}[a-z0-9]");

  /// Buckets older than today's rules have capitals, underscores and longer names.
  private static final Pattern OLD_BUCKET = Pattern.compile("[0-9A-Za-z][0-9A-Za-z._-]{2,254}");

  private static final Pattern WORD = Pattern.compile("\\S+");
  private static final String SERVER = "(?:\\[[0-9A-Fa-f:.]+]|[0-9A-Za-z._-]+):\\d{1,5}";
  private static final Pattern ENSEMBLE =
      Pattern.compile(SERVER + "(?:," + SERVER + ")*(?:/[0-9A-Za-z._-]+)+");

  @FunctionalInterface
  interface Parser<T> {
    /// The value that `text` means.
    ///
    /// @param folder the folder that a relative path starts from
    T parse(String text, Path folder) throws Refusal;
  }

  /// A value is not allowed; the message, which may be null, says why if [#allowed] doesn't.
  static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    Refusal(@Nullable String reason) {
      super(reason);
    }
  }

  /// What an origin can be: a folder here, or a bucket of an S3 service.
  sealed interface OriginText {
    record Folder(Path path) implements OriginText {}

    record Bucket(String name) implements OriginText {}
  }

  static Kind<Integer> wholeNumber(int least, int most) {
    return new Kind<>(
        "NUMBER",
        "a whole number from " + least + " to " + most,
        (text, _) -> {
          int number = Integer.parseInt(matching(WHOLE_NUMBER, text));
          return within(number >= least && number <= most, number);
        });
  }

  static Kind<Long> size(long least, long most) {
    return size(
        least,
        most,
        "a size from " + ByteSize.text(least) + " to " + ByteSize.text(most) + ", such as 1MiB");
  }

  static Kind<Long> size(long least, long most, String allowed) {
    return new Kind<>(
        "SIZE",
        allowed,
        (text, _) -> {
          try {
            long size = ByteSize.parse(text);
            return within(size >= least && size <= most, size);
          } catch (IllegalArgumentException _) {
            throw new Refusal(null);
          }
        });
  }

  static Kind<Duration> duration(Duration least, Duration most) {
    return new Kind<>(
        "DURATION",
        "a duration from "
            + TimeSpan.text(least)
            + " to "
            + TimeSpan.text(most)
            + ", in ms, s, m or h, such as 10s",
        (text, _) -> {
          try {
            var span = TimeSpan.parse(text);
            return within(span.compareTo(least) >= 0 && span.compareTo(most) <= 0, span);
          } catch (IllegalArgumentException _) {
            throw new Refusal(null);
          }
        });
  }

  static Kind<Boolean> onOff() {
    return new Kind<>(
        "on|off",
        "on or off",
        (text, _) ->
            switch (text) {
              case "on", "true" -> true;
              case "off", "false" -> false;
              default -> throw new Refusal(null);
            });
  }

  /// One of two words, of which `second` means true.
  static Kind<Boolean> oneOf(String first, String second) {
    return new Kind<>(
        first + "|" + second,
        first + " or " + second,
        (text, _) -> {
          within(text.equals(first) || text.equals(second), text);
          return text.equals(second);
        });
  }

  static Kind<TlsImplementation> tls() {
    return new Kind<>(
        "millrace|jdk",
        "millrace or jdk",
        (text, _) ->
            switch (text) {
              case "millrace" -> TlsImplementation.MILLRACE;
              case "jdk" -> TlsImplementation.JDK;
              default -> throw new Refusal(null);
            });
  }

  static Kind<LogFormat> logFormat() {
    return new Kind<>(
        "text|json",
        "text or json",
        (text, _) ->
            switch (text) {
              case "text" -> LogFormat.TEXT;
              case "json" -> LogFormat.JSON;
              default -> throw new Refusal(null);
            });
  }

  static Kind<String> host() {
    return new Kind<>(
        "HOST", "a host name or an IP address of this machine", (text, _) -> matching(HOST, text));
  }

  static Kind<String> region() {
    return new Kind<>(
        "REGION", "the name of a region, such as eu-west-1", (text, _) -> matching(REGION, text));
  }

  static Kind<String> bucket() {
    return new Kind<>(
        "NAME",
        "3 to 63 lower-case letters, digits, hyphens and single dots, with a letter or digit at"
            + " both ends",
        (text, _) -> matching(BUCKET, text));
  }

  /// Whether `text` can name a bucket that a folder is served as.
  static boolean isBucket(String text) {
    return BUCKET.matcher(text).matches();
  }

  static Kind<OriginText> origin() {
    return new Kind<>(
        "FOLDER|s3://BUCKET",
        "a folder, or a whole bucket as s3://BUCKET",
        (text, folder) -> {
          if (text.startsWith("s3://")) {
            return new OriginText.Bucket(s3Bucket(text));
          }
          if (text.contains("://")) {
            throw new Refusal(null);
          }
          var path = path(text, folder);
          if (!Files.isDirectory(path)) {
            throw new Refusal(
                Files.exists(path) ? "it is not a folder" : "there is no such folder");
          }
          return new OriginText.Folder(readable(path));
        });
  }

  static Kind<URI> endpoint() {
    return new Kind<>(
        "URL",
        "an http or https URL without a path, such as https://s3.example.com:9000",
        (text, _) -> endpoint(text));
  }

  static Kind<Path> pemFile() {
    return file("a readable PEM file");
  }

  static Kind<Path> keyring() {
    return file("a readable keyring file");
  }

  static Kind<Path> membersFile() {
    return file("a readable file with the nodes of a fleet");
  }

  static Kind<Path> accessFile() {
    return file("a readable access file");
  }

  static Kind<Path> secretFile() {
    return file("a readable file that holds USER:PASSWORD");
  }

  static Kind<Path> tokenFile() {
    return file(
        "a readable file that holds 16 characters or more, and that no other user may read");
  }

  private static Kind<Path> file(String allowed) {
    return new Kind<>(
        "FILE",
        allowed,
        (text, folder) -> {
          var path = path(text, folder);
          if (!Files.isRegularFile(path)) {
            throw new Refusal(Files.exists(path) ? "it is not a file" : "there is no such file");
          }
          return readable(path);
        });
  }

  static Kind<Compression> compression() {
    return new Kind<>(
        "none|lz4|zstd:LEVEL",
        "none, lz4, or zstd with a level from zstd:1 to zstd:9",
        (text, _) -> {
          try {
            return Compression.parse(text);
          } catch (IllegalArgumentException _) {
            throw new Refusal(null);
          }
        });
  }

  /// The name of a node, as [dev.millrace.fleet.Node] has it.
  static Kind<String> node() {
    return new Kind<>(
        "NAME",
        "1 to 63 letters, digits, dots, hyphens and underscores, a letter or digit first",
        (text, _) -> {
          nodeOf("%s host:1", text);
          return text;
        });
  }

  static Kind<HostAndPort> address() {
    return new Kind<>(
        "HOST:PORT",
        "a host name or an IP address of this machine and a port, such as 10.0.0.1:8444",
        (text, _) -> {
          Node node = nodeOf("node %s", text);
          return new HostAndPort(node.host(), node.port());
        });
  }

  static Kind<Tier> tier() {
    return new Kind<>(
        "main|auxiliary", "main or auxiliary", (text, _) -> nodeOf("node host:1 %s", text).tier());
  }

  static Kind<Double> weight() {
    return new Kind<>(
        "NUMBER",
        "a number from 0.01 to 100, such as 0.5",
        (text, _) -> nodeOf("node host:1 main %s", text).weight());
  }

  /// A node of which `text` is one word: lists of members say what each word may be.
  private static Node nodeOf(String line, String text) throws Refusal {
    try {
      return Node.parse(line.formatted(matching(WORD, text)));
    } catch (IllegalArgumentException _) {
      throw new Refusal(null);
    }
  }

  static Kind<String> ensemble() {
    return new Kind<>(
        "SERVERS",
        "HOST:PORT of each server, with commas between, and a path, such as"
            + " zk-1:2181,zk-2:2181,zk-3:2181/millrace",
        (text, _) -> matching(ENSEMBLE, text));
  }

  /// A folder of our own, made when needed.
  static Kind<Path> ownFolder() {
    return new Kind<>(
        "FOLDER",
        "a folder, which is made if it is missing",
        (text, folder) -> {
          var path = path(text, folder);
          if (Files.exists(path) && !Files.isDirectory(path)) {
            throw new Refusal("it is not a folder");
          }
          return path;
        });
  }

  /// The path that `text` means, absolute; a leading `~/` means the user's home folder, as it does
  /// to a shell.
  static Path path(String text, Path folder) throws Refusal {
    if (text.isEmpty()) {
      throw new Refusal("it is empty");
    }
    try {
      var path =
          text.startsWith("~/")
              ? Path.of(System.getProperty("user.home")).resolve(text.substring(2))
              : folder.resolve(text);
      return path.toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw new Refusal(e.getReason());
    }
  }

  private static Path readable(Path path) throws Refusal {
    if (!Files.isReadable(path)) {
      throw new Refusal("this user may not read it");
    }
    return path;
  }

  private static String s3Bucket(String text) throws Refusal {
    var name = text.substring("s3://".length());
    if (name.endsWith("/")) {
      name = name.substring(0, name.length() - 1);
    }
    if (name.contains("/")) {
      throw new Refusal("a prefix within the bucket cannot be an origin");
    }
    if (!OLD_BUCKET.matcher(name).matches()) {
      throw new Refusal("no bucket can have this name");
    }
    return name;
  }

  private static URI endpoint(String text) throws Refusal {
    URI url;
    try {
      url = new URI(text).parseServerAuthority();
    } catch (URISyntaxException e) {
      throw new Refusal(e.getReason());
    }
    Predicate<@Nullable String> isAbsent = part -> part == null || part.isEmpty();
    var scheme = url.getScheme();
    if (!("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))
        || url.getHost() == null
        || url.getPort() == 0
        || url.getPort() > 65_535
        || url.getUserInfo() != null
        || !(isAbsent.test(url.getRawPath()) || url.getRawPath().equals("/"))
        || url.getRawQuery() != null
        || url.getRawFragment() != null) {
      throw new Refusal(null);
    }
    return URI.create(scheme.toLowerCase(Locale.ROOT) + "://" + url.getRawAuthority());
  }

  private static String matching(Pattern pattern, String text) throws Refusal {
    return within(pattern.matcher(text).matches(), text);
  }

  private static <V> V within(boolean allowed, V value) throws Refusal {
    if (!allowed) {
      throw new Refusal(null);
    }
    return value;
  }
}
