package dev.millrace.s3.transfer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.millrace.s3.testing.ScriptedServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A service that has one object and serves it as S3 does, with Range and If-Match, but for what a
/// plan makes of some of its answers.
final class FaultyOrigin implements AutoCloseable {
  private static final Pattern RANGE = Pattern.compile("(?mi)^range: bytes=([0-9]+)-([0-9]+)\r?$");
  private static final Pattern IF_MATCH = Pattern.compile("(?mi)^if-match: (.+?)\r?$");

  /// One version of an object.
  record Version(byte[] bytes, String etag) {}

  /// One request.
  ///
  /// @param number from 0 on
  /// @param to behind the last byte asked for
  record Asked(int number, boolean ranged, long from, long to) {
    boolean has(long position) {
      return from <= position && position < to;
    }
  }

  /// What comes of a request.
  interface Fault {
    void answer(Answer answer) throws IOException, InterruptedException;
  }

  /// What decides over requests.
  interface Plan {
    Fault of(Asked asked);

    /// Spoils one of the answers that have the byte at `position`.
    static Plan once(long position, Fault fault) {
      AtomicBoolean done = new AtomicBoolean();
      return asked -> asked.has(position) && !done.getAndSet(true) ? fault : Answer::whole;
    }

    /// Spoils every answer that has the byte at `position`.
    static Plan always(long position, Fault fault) {
      return asked -> asked.has(position) ? fault : Answer::whole;
    }
  }

  private final ScriptedServer server;
  private final AtomicInteger numbers = new AtomicInteger();
  private final AtomicLong sent = new AtomicLong();
  private final List<Asked> requests = new CopyOnWriteArrayList<>();
  private final List<String> headers = new CopyOnWriteArrayList<>();
  private volatile Version version;
  private volatile boolean knowsIfMatch = true;
  private volatile Plan plan = _ -> Answer::whole;

  private FaultyOrigin(Version version) throws IOException {
    this.version = version;
    this.server = ScriptedServer.start(this::answer);
  }

  static FaultyOrigin of(byte[] bytes) throws IOException {
    return new FaultyOrigin(new Version(bytes, "\"v1\""));
  }

  FaultyOrigin plan(Plan plan) {
    this.plan = plan;
    return this;
  }

  /// A header that all answers have.
  FaultyOrigin header(String line) {
    headers.add(line);
    return this;
  }

  FaultyOrigin withoutIfMatch() {
    knowsIfMatch = false;
    return this;
  }

  /// From now on the object is another.
  void replace(byte[] bytes, String etag) {
    version = new Version(bytes, etag);
  }

  URI endpoint() {
    return server.endpoint();
  }

  List<Asked> requests() {
    return List.copyOf(requests);
  }

  /// How many bytes of the object were sent in all.
  long sent() {
    return sent.get();
  }

  private void answer(String head, Socket client) throws IOException, InterruptedException {
    Version present = version;
    Matcher range = RANGE.matcher(head);
    Matcher match = IF_MATCH.matcher(head);
    boolean ranged = range.find();
    int size = present.bytes().length;
    long from = ranged ? Long.parseLong(range.group(1)) : 0;
    long to = ranged ? Math.min(size, Long.parseLong(range.group(2)) + 1) : size;
    Asked asked = new Asked(numbers.getAndIncrement(), ranged, from, to);
    requests.add(asked);
    Answer answer = new Answer(present, asked, client);
    if (knowsIfMatch && match.find() && !match.group(1).equals(present.etag())) {
      answer.refuse(412, "PreconditionFailed");
    } else if (ranged && from >= size) {
      answer.refuse(416, "InvalidRange");
    } else {
      plan.of(asked).answer(answer);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  /// An answer being given. The plan says how.
  final class Answer {
    private final Version version;
    private final Asked asked;
    private final Socket client;

    private Answer(Version version, Asked asked, Socket client) {
      this.version = version;
      this.asked = asked;
      this.client = client;
    }

    Asked asked() {
      return asked;
    }

    /// As it should be.
    void whole() throws IOException {
      head(asked.to() - asked.from());
      body(asked.from(), asked.to());
    }

    /// Sends the bytes before that position, and ends the connection.
    void cutAt(long position) throws IOException {
      head(asked.to() - asked.from());
      body(asked.from(), Math.clamp(position, asked.from(), asked.to()));
      client.close();
    }

    /// Sends the bytes before that position, and resets the connection.
    void resetAt(long position) throws IOException {
      head(asked.to() - asked.from());
      body(asked.from(), Math.clamp(position, asked.from(), asked.to()));
      client.setSoLinger(true, 0);
      client.close();
    }

    /// Sends the bytes before that position, and then nothing until `end`.
    void stallAt(long position, CountDownLatch end) throws IOException, InterruptedException {
      head(asked.to() - asked.from());
      body(asked.from(), Math.clamp(position, asked.from(), asked.to()));
      end.await();
      client.close();
    }

    /// Sends nothing until `end`.
    void sayNothing(CountDownLatch end) throws IOException, InterruptedException {
      end.await();
      client.close();
    }

    /// Sends nothing until `end`, and then what it should.
    void hesitate(CountDownLatch end) throws IOException, InterruptedException {
      end.await();
      whole();
    }

    /// Refuses, with an error of S3's.
    void refuse(int status, String code) throws IOException {
      String xml = "<Error><Code>" + code + "</Code><Message>No.</Message></Error>";
      write("HTTP/1.1 " + status + " No", List.of("Content-Length: " + xml.length()));
      client.getOutputStream().write(xml.getBytes(ISO_8859_1));
    }

    /// Sends the right bytes, announced as so many more.
    void wrongLength(long more) throws IOException {
      head(asked.to() - asked.from() + more);
      body(asked.from(), asked.to());
      client.close();
    }

    /// Sends another range than was asked for.
    void wrongRange(long shift) throws IOException {
      long length = asked.to() - asked.from();
      long from = Math.clamp(asked.from() + shift, 0, version.bytes().length - length);
      head("HTTP/1.1 206 Partial Content", length, contentRange(from, from + length));
      body(from, from + length);
    }

    /// Sends the whole object, whatever was asked for.
    void ignoreRange() throws IOException {
      head("HTTP/1.1 200 OK", version.bytes().length, "X-Nothing: to say");
      body(0, version.bytes().length);
    }

    /// Sends bytes that are wrong from that position on.
    void damageAt(int position) throws IOException {
      head(asked.to() - asked.from());
      byte[] bytes = version.bytes().clone();
      bytes[position] ^= 1;
      body(bytes, asked.from(), asked.to());
    }

    private void head(long length) throws IOException {
      if (asked.ranged()) {
        String range = contentRange(asked.from(), asked.to());
        head("HTTP/1.1 206 Partial Content", length, range);
      } else {
        head("HTTP/1.1 200 OK", length, "X-Nothing: to say");
      }
    }

    private void head(String status, long length, String range) throws IOException {
      List<String> lines = new ArrayList<>();
      lines.add("ETag: " + version.etag());
      lines.add("Last-Modified: Tue, 03 Nov 2026 10:00:00 GMT");
      lines.add("Content-Length: " + length);
      lines.add(range);
      if (!asked.ranged()) {
        lines.addAll(headers);
      }
      write(status, lines);
    }

    private void write(String status, List<String> lines) throws IOException {
      ScriptedServer.write(client, "", status + "\r\n" + String.join("\r\n", lines));
    }

    private String contentRange(long from, long to) {
      return "Content-Range: bytes %d-%d/%d".formatted(from, to - 1, version.bytes().length);
    }

    private void body(long from, long to) throws IOException {
      body(version.bytes(), from, to);
    }

    private void body(byte[] bytes, long from, long to) throws IOException {
      OutputStream out = client.getOutputStream();
      for (int at = (int) from; at < to; at += 16 << 10) {
        int count = (int) Math.min(16 << 10, to - at);
        out.write(Arrays.copyOfRange(bytes, at, at + count));
        sent.addAndGet(count);
      }
    }
  }
}
