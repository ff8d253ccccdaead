package dev.millrace.s3.credentials;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/// The little HTTP that services which hand out keys are spoken to with: one short question, one
/// short answer. Follows no redirects, for a redirect would take a secret to a place that nobody
/// chose. Safe for use by several threads.
interface MetadataHttp {
  /// How many bytes the body of an answer may have.
  int LONGEST_BODY = 64 << 10;

  /// What is asked.
  ///
  /// @param method `GET`, `PUT` or `POST`
  /// @param uri `http` or `https`
  /// @param headers beside those that HTTP itself needs
  /// @param body what is sent after the head; nothing where empty
  /// @param patience how long a connection may take to come about, and how long the service may
  ///   stay silent; positive
  record Question(
      String method, URI uri, Map<String, String> headers, byte[] body, Duration patience) {
    /// Without the headers and the body, which hold secrets.
    @Override
    public String toString() {
      return method + " " + uri;
    }
  }

  /// What came back.
  ///
  /// @param body at most [#LONGEST_BODY] bytes
  record Answer(int status, byte[] body) {
    @Override
    public String toString() {
      return status + ", " + body.length + " bytes";
    }
  }

  /// Asks once.
  ///
  /// @throws IOException if there is no answer, or one that is too long, too slow or not HTTP
  Answer ask(Question question) throws IOException;
}
