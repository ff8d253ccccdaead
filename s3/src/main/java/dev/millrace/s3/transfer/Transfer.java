package dev.millrace.s3.transfer;

import dev.millrace.s3.ByteRange;
import dev.millrace.s3.ObjectBody;
import dev.millrace.s3.ObjectFacts;
import dev.millrace.s3.S3Exception;
import dev.millrace.s3.checksum.CrcAlgorithm;
import dev.millrace.s3.checksum.PromisedChecksum;
import dev.millrace.s3.retry.Retries;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One download, from the first request to the file's name.
///
/// The first request is for the whole object: its answer says what there is to fetch, carries the
/// checksum of the whole, is all that a small object needs, and of a large one is the first part
/// already. Then the rest is shared out ([Parts]), and this thread looks after the work of the
/// others ten times a second.
final class Transfer {
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Duration BETWEEN_NOTES = Duration.ofSeconds(1);

  private final Opener opener;
  private final String object;
  private final DownloadOptions options;
  private final Retries retries;

  /// @param object where the object lies, in words
  Transfer(Opener opener, String object, DownloadOptions options, Retries retries) {
    this.opener = opener;
    this.object = object;
    this.options = options;
    this.retries = retries;
  }

  /// What there is to do, and what is open already.
  ///
  /// @param body from the first of the missing bytes on
  private record Plan(
      ObjectFacts facts,
      PromisedChecksum promised,
      List<Piece> kept,
      List<ByteRange> missing,
      ObjectBody body) {
    String etag() {
      return facts.etag();
    }

    long size() {
      return facts.size();
    }

    @Nullable CrcAlgorithm crc() {
      return promised instanceof PromisedChecksum.Verifiable(CrcAlgorithm crc, _) ? crc : null;
    }
  }

  /// Downloads into `file` and gives it its name.
  Downloaded to(PartFile file) throws IOException {
    Plan plan = plan(file);
    long kept = plan.kept().stream().mapToLong(Piece::length).sum();
    Parts parts = new Parts(plan.missing(), plan.kept(), plan.crc(), options.stealing());
    Verification verification;
    int connections = 1;
    try (ObjectBody body = plan.body()) {
      verification = verification(plan, file);
      options.progress().at(kept, plan.size());
      if (!plan.missing().isEmpty()) {
        connections = fetch(plan, body, parts, file);
      }
    }
    List<Piece> pieces = parts.pieces();
    boolean verified = verification.holds(pieces, file);
    file.finish(plan.size());
    options.progress().at(plan.size(), plan.size());
    return new Downloaded(plan.facts(), plan.size() - kept, connections, verified);
  }

  private Verification verification(Plan plan, PartFile file) throws VerificationException {
    try {
      return Verification.of(plan.promised(), options.verify());
    } catch (VerificationException e) {
      file.discard();
      throw e;
    }
  }

  private Plan plan(PartFile file) throws IOException {
    Optional<Journal> left = options.resume() ? file.journal() : Optional.empty();
    if (left.isPresent() && left.get().object().equals(object)) {
      Optional<Plan> resumed = resumed(left.get());
      if (resumed.isPresent()) {
        return resumed.get();
      }
    }
    ObjectBody body = retries.call(() -> opener.open(null, null));
    ObjectFacts facts = body.facts();
    try {
      file.begin(facts.size());
    } catch (IOException e) {
      body.close();
      throw e;
    }
    List<ByteRange> all = facts.size() == 0 ? List.of() : List.of(new ByteRange(0, facts.size()));
    return new Plan(facts, body.promised(), List.of(), all, body);
  }

  /// How to go on with what an earlier download has left; empty where the object has changed since,
  /// or where nothing but the name was missing.
  private Optional<Plan> resumed(Journal left) throws IOException {
    List<ByteRange> missing = missing(left.pieces(), left.size());
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    ObjectBody body;
    try {
      body = retries.call(() -> opener.open(missing.getFirst(), left.etag()));
    } catch (S3Exception e) {
      // Who does not know If-Match finds that a shorter object has no such range.
      if (e.status() == 412 || e.status() == 416) {
        return Optional.empty();
      }
      throw e;
    }
    if (body.facts().size() != left.size()) {
      body.close();
      return Optional.empty();
    }
    PromisedChecksum promised =
        left.promised() == null
            ? new PromisedChecksum.Unverifiable("the download that is resumed had no checksum")
            : left.promised();
    return Optional.of(new Plan(body.facts(), promised, left.pieces(), missing, body));
  }

  /// What lies between `pieces`, which are in order, in an object of `size` bytes.
  private static List<ByteRange> missing(List<Piece> pieces, long size) {
    List<ByteRange> missing = new ArrayList<>();
    long at = 0;
    for (Piece piece : pieces) {
      if (piece.offset() > at) {
        missing.add(new ByteRange(at, piece.offset() - at));
      }
      at = piece.end();
    }
    if (at < size) {
      missing.add(new ByteRange(at, size - at));
    }
    return missing;
  }

  /// Fetches what is missing.
  ///
  /// @return how many connections were used side by side
  private int fetch(Plan plan, ObjectBody body, Parts parts, PartFile file) throws IOException {
    Failure failure = new Failure(parts);
    Part first = parts.first();
    Crew crew = new Crew(() -> worker(plan, parts, file, failure));
    Worker leader = worker(plan, parts, file, failure).from(first, body);
    long missing = plan.missing().stream().mapToLong(ByteRange::length).sum();
    Parallelism parallelism = Parallelism.of(options, missing, System.nanoTime());
    parts.divide(parallelism.count(), Parallelism.SMALLEST_PART);
    crew.start(leader);
    try {
      crew.add(parallelism.count() - 1);
      lookAfter(plan, parts, parallelism, crew, file);
    } catch (IOException | RuntimeException | Error e) {
      failure.is(e);
    }
    crew.join();
    try {
      failure.throwIfAny();
    } catch (IOException e) {
      // A thread that is interrupted would close the file by writing to it.
      boolean interrupted = Thread.interrupted();
      try {
        note(plan, parts, file);
      } catch (IOException unnoted) {
        e.addSuppressed(unnoted);
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      throw e;
    }
    return parallelism.count();
  }

  private Worker worker(Plan plan, Parts parts, PartFile file, Failure failure) {
    Retries patient = retries.pausing(parts::rest);
    return new Worker(opener, plan.etag(), parts, file, patient, failure);
  }

  private void lookAfter(Plan plan, Parts parts, Parallelism parallelism, Crew crew, PartFile file)
      throws IOException {
    long before = System.nanoTime();
    long notedAt = before;
    try {
      while (!parts.awaitFetched(LOOK)) {
        long now = System.nanoTime();
        parts.sample(Duration.ofNanos(now - before));
        before = now;
        long written = parts.written();
        options.progress().at(written, plan.size());
        crew.add(parallelism.toAdd(now, written));
        if (now - notedAt > BETWEEN_NOTES.toNanos()) {
          note(plan, parts, file);
          notedAt = now;
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  private void note(Plan plan, Parts parts, PartFile file) throws IOException {
    if (!options.resume()) {
      return;
    }
    PromisedChecksum.Verifiable promised =
        plan.promised() instanceof PromisedChecksum.Verifiable verifiable ? verifiable : null;
    // An interrupted thread that writes to a file closes it instead.
    boolean interrupted = Thread.interrupted();
    try {
      file.note(new Journal(object, plan.etag(), plan.size(), promised, parts.pieces()));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
