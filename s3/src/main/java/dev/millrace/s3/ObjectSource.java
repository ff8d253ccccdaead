package dev.millrace.s3;

import dev.millrace.s3.retry.Retries;
import java.io.IOException;
import java.net.ProtocolException;
import org.jspecify.annotations.Nullable;

/// One object, to be opened as often as necessary: one attempt at a time.
///
/// @param retries of whoever asks
record ObjectSource(S3Service service, String bucket, String key, Retries retries) {
  /// An answer that is what was asked for, and nothing else.
  ///
  /// @param range the bytes in it
  record Opened(Answer answer, ObjectFacts facts, ByteRange range) {}

  /// @param range the bytes wanted, at least one; the whole object where null
  /// @param ifMatch the ETag of the only version wanted; any where null
  Opened open(@Nullable ByteRange range, @Nullable String ifMatch) throws IOException {
    Request request = Request.ofObject(Request.Method.GET, bucket, key);
    if (range == null) {
      request.headers().put("x-amz-checksum-mode", "ENABLED");
    } else if (range.length() == 0) {
      throw new IllegalArgumentException("a range of no bytes cannot be asked for");
    } else {
      request.headers().put("range", range.header());
    }
    if (ifMatch != null) {
      request.headers().put("if-match", ifMatch);
    }
    Answer answer = service.send(request);
    try {
      return opened(answer, range, ifMatch);
    } catch (IOException | RuntimeException e) {
      answer.close();
      throw e;
    }
  }

  IOException named(IOException e) {
    return service.named(e);
  }

  private static Opened opened(Answer answer, @Nullable ByteRange wanted, @Nullable String ifMatch)
      throws IOException {
    ByteRange sent;
    long size;
    switch (answer.status()) {
      case 200 -> {
        size = answer.length();
        sent = new ByteRange(0, size);
      }
      case 206 -> {
        Answer.ContentRange contentRange = answer.contentRange();
        size = contentRange.size();
        sent = contentRange.range();
      }
      default -> throw ErrorAnswer.exception(answer);
    }
    ObjectFacts facts = answer.facts(size);
    if (ifMatch != null && !ifMatch.equals(facts.etag())) {
      throw new S3Exception(
          412, "PreconditionFailed", "the service sends another version than was asked for", null);
    }
    ByteRange due = wanted == null ? new ByteRange(0, size) : wanted.within(size);
    if (!sent.equals(due) || (answer.hasLength() && answer.length() != due.length())) {
      throw new ProtocolException(
          "asked for %s of %d bytes, the service sends %s with Content-Length %s"
              .formatted(due, size, sent, answer.header("content-length")));
    }
    return new Opened(answer, facts, sent);
  }
}
