package dev.millrace.gateway.http;

import dev.millrace.s3.ObjectFacts;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The conditions a request may set on the version it gets (RFC 9110, section 13), each header's
/// value as it was sent, null where it was not.
record Preconditions(
    @Nullable String ifMatch,
    @Nullable String ifUnmodifiedSince,
    @Nullable String ifNoneMatch,
    @Nullable String ifModifiedSince,
    @Nullable String ifRange) {

  /// What the conditions make of a request.
  enum Verdict {
    /// Answer as if there were no conditions.
    PROCEED,
    /// The client's copy is good: 304.
    NOT_MODIFIED,
    /// 412.
    FAILED
  }

  /// Applies the conditions in the order of section 13.2.2.
  Verdict verdict(ObjectFacts facts) {
    if (ifMatch != null) {
      if (!lists(ifMatch, facts.etag(), false)) {
        return Verdict.FAILED;
      }
    } else if (date(ifUnmodifiedSince).map(facts.lastModified()::isAfter).orElse(false)) {
      return Verdict.FAILED;
    }
    if (ifNoneMatch != null) {
      return lists(ifNoneMatch, facts.etag(), true) ? Verdict.NOT_MODIFIED : Verdict.PROCEED;
    }
    boolean unmodified =
        date(ifModifiedSince).map(since -> !facts.lastModified().isAfter(since)).orElse(false);
    return unmodified ? Verdict.NOT_MODIFIED : Verdict.PROCEED;
  }

  /// Whether a Range header still holds, or the client is to get the whole of a newer version
  /// (section 13.1.5).
  boolean rangeHolds(ObjectFacts facts) {
    if (ifRange == null) {
      return true;
    }
    String value = ifRange.strip();
    if (value.startsWith("\"") || value.startsWith("W/")) {
      return value.startsWith("\"") && value.equals(facts.etag());
    }
    return date(value).map(facts.lastModified()::equals).orElse(false);
  }

  /// Whether a list of entity tags, or `*`, has `etag` in it. Weak comparison looks past `W/`;
  /// strong comparison never finds a weak tag (section 8.8.3.2).
  private static boolean lists(String header, String etag, boolean weak) {
    if (header.strip().equals("*")) {
      return true;
    }
    if (!weak && etag.startsWith("W/")) {
      return false;
    }
    String wanted = opaque(etag);
    for (String listed : header.split(",", -1)) {
      String tag = listed.strip();
      if (opaque(tag).equals(wanted) && (weak || !tag.startsWith("W/"))) {
        return true;
      }
    }
    return false;
  }

  /// The tag without `W/` and quotation marks, which S3's clients are known to leave out.
  private static String opaque(String tag) {
    String strong = tag.startsWith("W/") ? tag.substring(2) : tag;
    boolean quoted = strong.length() > 1 && strong.startsWith("\"") && strong.endsWith("\"");
    return quoted ? strong.substring(1, strong.length() - 1) : strong;
  }

  /// The date a header names; nothing where the header is absent or unreadable, which section
  /// 13.1.3 says to ignore.
  private static Optional<Instant> date(@Nullable String value) {
    return value == null ? Optional.empty() : HttpDate.parse(value.strip());
  }
}
