package dev.millrace.gateway.origin;

import dev.millrace.gateway.origin.OriginException.Reason;
import dev.millrace.gateway.xml.XmlWriter;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Lists a folder the way S3's ListObjectsV2 lists a bucket: keys in the order of their UTF-8
/// bytes, grouped by a delimiter, at most 1,000 a page.
///
/// A page costs a walk over all files below the prefix, and memory for one page of names.
final class FolderListing {
  private static final int MOST_KEYS = 1000;
  private static final Comparator<String> BY_UTF8_BYTES =
      (a, b) ->
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

  private final String bucket;
  private final Map<String, String> query;
  private final String prefix;
  private final String delimiter;
  private final int maxKeys;

  /// Keys up to and with this one are not asked for.
  private final String startAfter;

  /// Keys and common prefixes up to and with this one were on earlier pages.
  private final String earlier;

  private FolderListing(String bucket, Map<String, String> query) throws OriginException {
    this.bucket = bucket;
    this.query = query;
    this.prefix = query.getOrDefault("prefix", "");
    this.delimiter = query.getOrDefault("delimiter", "");
    this.maxKeys = maxKeys(query.get("max-keys"));
    String token = query.get("continuation-token");
    this.startAfter = token == null ? query.getOrDefault("start-after", "") : "";
    this.earlier = token == null ? "" : decoded(token);
  }

  static byte[] of(String bucket, Path root, SequencedMap<String, String> query)
      throws IOException {
    FolderListing listing = new FolderListing(bucket, query);
    return listing.page(listing.names(root));
  }

  private static int maxKeys(@Nullable String value) throws OriginException {
    try {
      int keys = value == null ? MOST_KEYS : Integer.parseInt(value);
      if (keys >= 0) {
        return Math.min(keys, MOST_KEYS);
      }
    } catch (NumberFormatException _) {
      // Said below, as for a negative number.
    }
    throw new OriginException(
        Reason.INVALID_REQUEST, "max-keys is a whole number from 0 to 1000, not " + value, null);
  }

  private static String decoded(String token) throws OriginException {
    try {
      return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new OriginException(
          Reason.INVALID_REQUEST, "the continuation-token is not one of this bucket's", e);
    }
  }

  /// The first names of the page, and one more if there is another page. A name is a key with its
  /// file's attributes, or a common prefix with those of a file below it.
  private NavigableMap<String, BasicFileAttributes> names(Path root) throws IOException {
    NavigableMap<String, BasicFileAttributes> names = new TreeMap<>(BY_UTF8_BYTES);
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String start = folder.equals(root) ? "" : key(root, folder) + "/";
            return start.startsWith(prefix) || prefix.startsWith(start)
                ? FileVisitResult.CONTINUE
                : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String key = key(root, file);
            if (attributes.isRegularFile() && isAskedFor(key)) {
              names.put(grouped(key), attributes);
              if (names.size() > maxKeys + 1) {
                names.pollLastEntry();
              }
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            // What vanished or cannot be read is not an object.
            return FileVisitResult.CONTINUE;
          }
        });
    return names;
  }

  private boolean isAskedFor(String key) {
    return key.startsWith(prefix)
        && BY_UTF8_BYTES.compare(key, startAfter) > 0
        && BY_UTF8_BYTES.compare(grouped(key), earlier) > 0;
  }

  private static String key(Path root, Path path) {
    return root.relativize(path).toString().replace(path.getFileSystem().getSeparator(), "/");
  }

  private byte[] page(NavigableMap<String, BasicFileAttributes> names) {
    boolean truncated = names.size() > maxKeys;
    if (truncated) {
      names.pollLastEntry();
    }
    XmlWriter xml = new XmlWriter().root("ListBucketResult");
    names.forEach((name, attributes) -> {
      if (!delimiter.isEmpty() && name.indexOf(delimiter, prefix.length()) >= 0) {
        xml.open("CommonPrefixes").text("Prefix", encoded(name)).close("CommonPrefixes");
      } else {
        contents(xml, name, attributes);
      }
    });
    String last = names.isEmpty() ? earlier : names.lastKey();
    return summary(xml, names.size(), truncated && maxKeys > 0, last);
  }

  /// The key itself, or the common prefix that stands for it.
  private String grouped(String key) {
    int at = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
    return at < 0 ? key : key.substring(0, at + delimiter.length());
  }

  private void contents(XmlWriter xml, String key, BasicFileAttributes attributes) {
    xml.open("Contents")
        .text("Key", encoded(key))
        .text("LastModified", FolderOrigin.lastModified(attributes).toString())
        .text("ETag", FolderOrigin.etag(attributes))
        .text("Size", Long.toString(attributes.size()))
        .text("StorageClass", "STANDARD")
        .close("Contents");
  }

  private byte[] summary(XmlWriter xml, int listed, boolean truncated, String last) {
    xml.text("Name", bucket)
        .text("Prefix", encoded(prefix))
        .text("MaxKeys", Integer.toString(maxKeys))
        .text("KeyCount", Integer.toString(listed))
        .text("IsTruncated", Boolean.toString(truncated));
    if (!delimiter.isEmpty()) {
      xml.text("Delimiter", encoded(delimiter));
    }
    if (isUrlEncoded()) {
      xml.text("EncodingType", "url");
    }
    if (query.containsKey("start-after")) {
      xml.text("StartAfter", encoded(query.getOrDefault("start-after", "")));
    }
    if (query.containsKey("continuation-token")) {
      xml.text("ContinuationToken", query.getOrDefault("continuation-token", ""));
    }
    if (truncated) {
      byte[] mark = last.getBytes(StandardCharsets.UTF_8);
      xml.text(
          "NextContinuationToken", Base64.getUrlEncoder().withoutPadding().encodeToString(mark));
    }
    return xml.close("ListBucketResult").toBytes();
  }

  private boolean isUrlEncoded() {
    return "url".equals(query.get("encoding-type"));
  }

  private String encoded(String name) {
    return isUrlEncoded()
        ? URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20").replace("%2F", "/")
        : name;
  }
}
