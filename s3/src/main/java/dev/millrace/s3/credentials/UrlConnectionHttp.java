package dev.millrace.s3.credentials;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongSupplier;

/// HTTP by the JDK's oldest client. What speaks plain HTTP lives on this machine or on its link, so
/// only HTTPS goes through the JVM's proxy.
///
/// An answer may take ten times the patience for a silence in all: a service that sends a byte now
/// and then would hold its caller for hours.
final class UrlConnectionHttp implements MetadataHttp {
  private static final int LONGEST_IN_PATIENCES = 10;

  private final LongSupplier nanoTime;

  UrlConnectionHttp() {
    this(System::nanoTime);
  }

  /// @param nanoTime as [System#nanoTime()]
  UrlConnectionHttp(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  @Override
  public Answer ask(Question question) throws IOException {
    long start = nanoTime.getAsLong();
    HttpURLConnection connection = connection(question);
    try {
      if (question.body().length > 0) {
        connection.setDoOutput(true);
        connection.getOutputStream().write(question.body());
      }
      int status = connection.getResponseCode();
      if (status == -1) {
        throw new ProtocolException("the answer is not HTTP");
      }
      try (InputStream body =
          status >= 400 ? connection.getErrorStream() : connection.getInputStream()) {
        return new Answer(
            status, body == null ? new byte[0] : read(body, start, question.patience()));
      }
    } finally {
      connection.disconnect();
    }
  }

  private static HttpURLConnection connection(Question question) throws IOException {
    URL url = question.uri().toURL();
    var connection =
        (HttpURLConnection)
            (url.getProtocol().equals("https")
                ? url.openConnection()
                : url.openConnection(Proxy.NO_PROXY));
    int milliseconds = Math.toIntExact(question.patience().toMillis());
    connection.setConnectTimeout(milliseconds);
    connection.setReadTimeout(milliseconds);
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    connection.setRequestMethod(question.method());
    connection.setRequestProperty("accept", "*/*");
    connection.setRequestProperty("user-agent", "millrace");
    question.headers().forEach(connection::setRequestProperty);
    return connection;
  }

  private byte[] read(InputStream body, long start, Duration patience) throws IOException {
    byte[] bytes = new byte[LONGEST_BODY + 1];
    int length = 0;
    for (int n = 0; n != -1; n = body.read(bytes, length, bytes.length - length)) {
      length += n;
      if (length > LONGEST_BODY) {
        throw new ProtocolException("the answer is longer than " + LONGEST_BODY + " bytes");
      }
      if (nanoTime.getAsLong() - start > LONGEST_IN_PATIENCES * patience.toNanos()) {
        throw new SocketTimeoutException("the answer takes too long");
      }
    }
    return Arrays.copyOf(bytes, length);
  }
}
