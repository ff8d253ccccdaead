package dev.millrace.gateway.http;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.millrace.gateway.access.Directory;
import dev.millrace.gateway.http.Reply.Body;
import dev.millrace.gateway.http.S3Error.Code;
import dev.millrace.gateway.origin.Believed;
import dev.millrace.gateway.origin.FactsCache;
import dev.millrace.gateway.origin.Lifetimes;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.origin.OriginException;
import dev.millrace.gateway.origin.OriginException.Reason;
import dev.millrace.gateway.origin.Retry;
import dev.millrace.gateway.settings.Settings.ClientLimits;
import dev.millrace.gateway.slice.Purge;
import dev.millrace.gateway.slice.SealedSlices;
import dev.millrace.gateway.slice.SliceSupply;
import dev.millrace.gateway.xml.XmlWriter;
import dev.millrace.s3.ObjectFacts;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// The path of a request through the gateway. Its stages, in the order of [#serve]:
///
/// 1. whether its address may ask again yet ([TokenBuckets]), who it is, and may they
///    ([Admission]);
/// 2. what is asked for ([S3Request]), and may they;
/// 3. the object's facts, from memory or from the origin ([FactsCache]);
/// 4. whether the client's conditions let it have them ([Preconditions]), and which bytes it wants
///    ([RangeRequest]), or which slices where it wants them sealed ([SealedForm]);
/// 5. the slices the bytes lie in: from memory, or fetched once for all who ask ([SliceSupply]);
/// 6. back out, as the bytes arrive ([ReplyWriter]).
///
/// What writes goes from 2 to the origin and back ([Writing]).
///
/// The status is sent only when the first byte of the body is there, so that whatever fails before
/// is a proper error. What fails later cuts the answer short: the client sees fewer bytes than
/// promised, never wrong ones.
public final class RequestPath implements Handler, AutoCloseable {
  /// How many requests that write may be under way, each over a connection to the origin.
  public static final int MOST_WRITES = Writing.MOST;

  /// How many bytes of listings may be held, each as a whole, until their clients have taken them
  /// in.
  private static final int MOST_LISTED = 32 << 20;

  /// How many of those for one asker: the largest fits.
  private static final int MOST_LISTED_OF_ONE = MOST_LISTED / 2;

  /// How often a read starts over because the object changed before its first byte was sent.
  private static final int VERSIONS_TRIED = 3;

  private final String bucket;
  private final Admission admission;
  private final Origin origin;
  private final Retry retry;
  private final FactsCache<Version> versions;
  private final StallWatch stalls;
  private final ReplyWriter writer;
  private final @Nullable SealedForm sealed;
  private final RequestAudit audit;
  private final RequestTracer tracer;
  private final @Nullable Writing writing;
  private final ConnectionLimit listed =
      new ConnectionLimit(
          "bytes of listings",
          new ClientLimits(MOST_LISTED, MOST_LISTED_OF_ONE, null),
          System::nanoTime);
  private final TokenBuckets byAddress = new TokenBuckets();
  private volatile @Nullable Integer requestsPerSecond;

  /// Stands in for the bucket's creation date, which clients expect and no origin says.
  private final Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);

  /// @param bucket the one bucket there is
  /// @param directory knows who may ask for what; everybody may ask for everything where null
  /// @param lifetimes of the origin's word on an object
  /// @param sealed the slices in their sealed form, or null where that is not served
  /// @param clientTimeout how long a client may take nothing in
  /// @param requestsPerSecond how often an address may ask; as often as it likes where null
  /// @param writers are told of what is written; nothing can be where null
  /// @param audit is told who may, and who may not
  /// @param tracer traces some of the requests
  /// @param listener is told of every request
  public RequestPath(
      String bucket,
      @Nullable Directory directory,
      Origin origin,
      Retry retry,
      Lifetimes lifetimes,
      SliceSupply slices,
      @Nullable SealedSlices sealed,
      Duration clientTimeout,
      @Nullable Integer requestsPerSecond,
      @Nullable OtherNodes writers,
      RequestAudit audit,
      RequestTracer tracer,
      RequestListener listener) {
    this.bucket = bucket;
    this.admission = new Admission(directory, bucket, InstantSource.system());
    this.origin = origin;
    this.retry = retry;
    this.versions =
        new FactsCache<>(
            origin,
            retry,
            facts -> Version.of(facts, sealed != null),
            lifetimes,
            Ticker.systemTicker());
    this.sealed = sealed == null ? null : new SealedForm(sealed);
    this.requestsPerSecond = requestsPerSecond;
    this.audit = audit;
    this.tracer = tracer;
    this.stalls = new StallWatch(clientTimeout);
    this.writer = new ReplyWriter(slices, listener, stalls);
    this.writing =
        writers == null
            ? null
            : new Writing(
                bucket,
                origin,
                stalls,
                audit,
                objects -> {
                  forget(objects);
                  writers.forget(objects);
                });
  }

  /// Takes other limits over, for the requests that come now.
  public void renew(
      Lifetimes lifetimes, Duration clientTimeout, @Nullable Integer requestsPerSecond) {
    versions.renew(lifetimes);
    stalls.renew(clientTimeout);
    this.requestsPerSecond = requestsPerSecond;
  }

  /// How often the facts of objects were known.
  public FactsCache.Counts factsCounts() {
    return versions.counts();
  }

  /// The facts of an object, as a request for it would be answered by.
  public ObjectFacts facts(ObjectName object) throws IOException {
    return versions.get(object).value().facts();
  }

  /// Forgets the facts of what is purged.
  public void forget(Purge purge) {
    switch (purge) {
      case Purge.OfObject(ObjectName object) -> versions.forget(object);
      case Purge.OfPrefix _, Purge.OfEverything _ -> versions.forgetAll(purge::covers);
    }
  }

  /// Forgets the facts of objects that were written, and what questions under way will tell.
  public void forget(Collection<ObjectName> objects) {
    objects.forEach(versions::forget);
  }

  /// Stops looking after clients. Requests under way are still answered.
  @Override
  public void close() {
    stalls.close();
  }

  @Override
  public void handle(ServerRequest request, ServerResponse response) {
    answer(new Exchange(request, response));
  }

  /// The same for a port that is to do without TLS. Without TLS, any other port serves the sealed
  /// form alone.
  Handler inTheClear() {
    return (request, response) -> answer(new Exchange(request, response, true));
  }

  private void answer(Exchange exchange) {
    try (RequestTracer.RequestSpan _ = exchange.trace(tracer)) {
      writer.answer(exchange, () -> serve(exchange));
    }
  }

  private void serve(Exchange exchange) throws S3Error, IOException {
    Admitted admitted;
    try {
      admitted = admitted(exchange);
    } catch (S3Error e) {
      audit.refused(exchange, e);
      throw e;
    }
    audit.admitted(exchange, admitted.asked());
    switch (admitted.asked()) {
      case S3Request.ListBuckets _ -> writer.send(exchange, buckets());
      case S3Request.HeadBucket(String name) -> {
        requireBucket(name);
        writer.send(exchange, new Reply(200, List.of(), new Body.None()));
      }
      case S3Request.ListObjects(String name, SequencedMap<String, String> query) ->
          list(exchange, admitted.asker(), retry.call(() -> origin.list(name, query)));
      case S3Request.ReadObject read -> read(exchange, read);
      case WriteRequest write -> {
        Asker asker = admitted.asker();
        writer.send(exchange, Objects.requireNonNull(writing).answer(exchange, write, asker));
      }
    }
  }

  private record Admitted(Asker asker, S3Request asked) {}

  /// What is asked for, and by whom, if it may be.
  private Admitted admitted(Exchange exchange) throws S3Error {
    byAddress.pass(exchange::network, requestsPerSecond);
    Asker asker = admission.asker(exchange);
    if (asker.identity() != null) {
      exchange.isOf(asker.identity().name());
      admission.pace(asker.identity());
    }
    S3Request asked = asked(exchange);
    if (asked instanceof S3Request.ListObjects listing) {
      exchange.lists(listing.query().get("prefix"));
    }
    if (!exchange.mayCarryAll()) {
      requireSealed(exchange, asked);
    }
    admission.admit(asker, asked);
    return new Admitted(asker, asked);
  }

  private S3Request asked(Exchange exchange) throws S3Error {
    String path = exchange.rawPath();
    String query = exchange.rawQuery();
    WriteRequest write = writing == null ? null : WriteRequest.of(exchange.method(), path, query);
    return write == null ? S3Request.of(exchange.method(), path, query) : write;
  }

  private void list(Exchange exchange, Asker asker, byte[] listing) throws S3Error, IOException {
    String lister = asker.sharer(exchange);
    if (!listed.enter(lister, listing.length)) {
      throw S3Error.slowDown(Duration.ofSeconds(1).toNanos());
    }
    try {
      writer.send(exchange, xml(listing));
    } finally {
      listed.leave(lister, listing.length);
    }
  }

  private void read(Exchange exchange, S3Request.ReadObject read) throws S3Error, IOException {
    ObjectName object = read.object();
    for (int tried = 1; ; tried++) {
      Believed<Version> believed = versions.get(object);
      Version version = believed.value();
      exchange.restsOn(believed);
      try {
        writer.send(exchange, reply(exchange, read, version));
        return;
      } catch (CloseConnectionException e) {
        if (e.getCause() instanceof OriginException failure) {
          forget(object, version, failure);
        }
        throw e;
      } catch (OriginException e) {
        forget(object, version, e);
        if (e.reason() != Reason.CHANGED || tried == VERSIONS_TRIED) {
          throw e;
        }
      }
    }
  }

  /// Believes a version no longer that the origin has not got.
  private void forget(ObjectName object, Version version, OriginException failure) {
    if (!failure.reason().isTransient()) {
      versions.forget(object, version);
    }
  }

  private Reply reply(Exchange exchange, S3Request.ReadObject read, Version version)
      throws S3Error {
    ObjectName object = read.object();
    SealedForm form = !exchange.isHead() && SealedForm.isWantedBy(exchange) ? sealed : null;
    Version shown = exchange.mayCarryAll() ? version : version.withoutUserMetadata();
    Version told = form == null ? shown.saying(read.overrides()) : form.of(shown);
    Preconditions conditions = exchange.preconditions();
    return switch (conditions.verdict(told.facts())) {
      case FAILED ->
          throw new S3Error(
              Code.PRECONDITION_FAILED,
              "At least one of the preconditions you specified did not hold.");
      case NOT_MODIFIED -> new Reply(304, told.headers(), new Body.None());
      case PROCEED -> {
        // RFC 9110, section 14.2: a Range header has a meaning for GET alone.
        // https://www.rfc-editor.org/rfc/rfc9110#section-14.2
        if (exchange.isHead()) {
          yield new Reply(200, told.headers(), new Body.Omitted(told.facts().size()));
        }
        String range =
            conditions.rangeHolds(told.facts()) ? exchange.header(HeaderNames.RANGE) : null;
        yield form == null
            ? bytes(range, object, told)
            : form.reply(range, object, version.facts(), told);
      }
    };
  }

  private static Reply bytes(@Nullable String range, ObjectName object, Version version)
      throws S3Error {
    ObjectFacts facts = version.facts();
    long size = facts.size();
    RangeRequest wanted =
        range == null ? new RangeRequest.Whole() : RangeRequest.of(range, "bytes", size);
    return switch (wanted) {
      case RangeRequest.Whole _ when size == 0 ->
          new Reply(200, version.headers(), new Body.Document(new byte[0]));
      case RangeRequest.Whole _ ->
          new Reply(200, version.headers(), new Body.ObjectBytes(object, facts, 0, size));
      case RangeRequest.Part(long first, long last) -> {
        List<Header> headers = new ArrayList<>(version.headers());
        headers.add(contentRange(first + "-" + last, size));
        yield new Reply(206, headers, new Body.ObjectBytes(object, facts, first, last - first + 1));
      }
      case RangeRequest.Unsatisfiable _ ->
          throw new S3Error(
              Code.INVALID_RANGE,
              "The requested range is not satisfiable",
              List.of(contentRange("*", size)));
    };
  }

  private static Header contentRange(String range, long size) {
    return HeaderValues.create(HeaderNames.CONTENT_RANGE, "bytes " + range + "/" + size);
  }

  private void requireBucket(String name) throws S3Error {
    if (!name.equals(bucket)) {
      throw new S3Error(Code.NO_SUCH_BUCKET, "The specified bucket does not exist.");
    }
  }

  /// What is not encrypted on its way must be so before.
  private static void requireSealed(Exchange exchange, S3Request asked) throws S3Error {
    if (!(asked instanceof S3Request.ReadObject) || !SealedForm.isWantedBy(exchange)) {
      throw new S3Error(
          Code.ACCESS_DENIED,
          "This port is without TLS: it serves objects in their sealed form only; send"
              + " Accept-Encoding: millrace-seal.");
    }
  }

  private Reply buckets() {
    byte[] document =
        new XmlWriter()
            .root("ListAllMyBucketsResult")
            .open("Buckets")
            .open("Bucket")
            .text("Name", bucket)
            .text("CreationDate", started.toString())
            .close("Bucket")
            .close("Buckets")
            .close("ListAllMyBucketsResult")
            .toBytes();
    return xml(document);
  }

  private static Reply xml(byte[] document) {
    return new Reply(200, List.of(Reply.XML), new Body.Document(document));
  }
}
