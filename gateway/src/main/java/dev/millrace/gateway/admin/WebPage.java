package dev.millrace.gateway.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.gateway.admin.AdminPath.Resource.Document;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/// The page by which people watch and operate a gateway. It is files that are the same for all who
/// ask: the page itself asks `/status` for what it shows, and the actions for what it does.
public final class WebPage {
  private static final String SCRIPT = "text/javascript; charset=utf-8";

  private WebPage() {}

  /// Its files, by their paths.
  public static Map<String, Document> documents() {
    return Map.of(
        "/", read("page.html", "text/html; charset=utf-8"),
        "/page.css", read("page.css", "text/css; charset=utf-8"),
        "/page.js", read("page.js", SCRIPT),
        "/figures.js", read("figures.js", SCRIPT),
        "/drawings.js", read("drawings.js", SCRIPT),
        "/actions.js", read("actions.js", SCRIPT),
        "/words.js", read("words.js", SCRIPT),
        "/icon.svg", read("icon.svg", "image/svg+xml"));
  }

  private static Document read(String name, String type) {
    try (InputStream in = WebPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not packaged");
      }
      byte[] bytes = in.readAllBytes();
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      String tag = '"' + HexFormat.of().formatHex(digest, 0, 8) + '"';
      return new Document(type, new String(bytes, UTF_8), tag);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
