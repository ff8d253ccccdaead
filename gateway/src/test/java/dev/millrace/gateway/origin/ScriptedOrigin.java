package dev.millrace.gateway.origin;

import dev.millrace.gateway.origin.OriginException.Reason;
import dev.millrace.s3.ObjectFacts;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/// An origin that has nothing but facts, and waits for the test to say which it answers.
final class ScriptedOrigin implements Origin {
  /// What it answers once.
  @FunctionalInterface
  private interface Answer {
    ObjectFacts give() throws IOException;
  }

  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  private final List<String> questions = new CopyOnWriteArrayList<>();

  static ObjectFacts version(int number) {
    return new ObjectFacts(number, "\"" + number + "\"", Instant.EPOCH, Map.of());
  }

  /// Answers the next question with facts, be it one asked already.
  ScriptedOrigin has(int version) {
    answers.add(() -> version(version));
    return this;
  }

  /// Answers the next question with a failure.
  ScriptedOrigin fails(Reason reason) {
    answers.add(() -> {
      throw new OriginException(reason, reason + " " + questions.size(), null);
    });
    return this;
  }

  /// Answers the next question by throwing something that nobody thought of.
  ScriptedOrigin breaks() {
    answers.add(() -> {
      throw new IllegalStateException("broken");
    });
    return this;
  }

  /// What was asked so far: the key, and the ETag that it was on the condition of.
  List<String> questions() {
    return questions;
  }

  /// Waits until so many questions have been asked.
  void awaitQuestions(int count) {
    while (questions.size() < count) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Override
  public ObjectFacts facts(ObjectName name) throws IOException {
    return answer(name.key());
  }

  @Override
  public ObjectFacts facts(ObjectName name, ObjectFacts known) throws IOException {
    ObjectFacts facts = answer(name.key() + " unless " + known.etag());
    return facts.equals(known) ? known : facts;
  }

  private ObjectFacts answer(String question) throws IOException {
    questions.add(question);
    try {
      return answers.take().give();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public InputStream open(ObjectName name, String etag, long offset, long length) {
    return InputStream.nullInputStream();
  }

  @Override
  public byte[] list(String bucket, SequencedMap<String, String> query) {
    return new byte[0];
  }

  @Override
  public void probe() {}
}
