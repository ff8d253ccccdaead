package dev.millrace.gateway;

import dev.millrace.gateway.access.AccessFile;
import dev.millrace.gateway.access.Directory;
import dev.millrace.gateway.admin.AdminPath;
import dev.millrace.gateway.admin.AdminPath.Answer;
import dev.millrace.gateway.admin.AdminPath.Resource;
import dev.millrace.gateway.admin.AdminPath.Resource.Action;
import dev.millrace.gateway.admin.AdminPath.Resource.Page;
import dev.millrace.gateway.admin.AdminToken;
import dev.millrace.gateway.admin.Readiness;
import dev.millrace.gateway.admin.UpkeepActions;
import dev.millrace.gateway.certificate.ServerCertificate;
import dev.millrace.gateway.fleet.Fleet;
import dev.millrace.gateway.http.AccessLog;
import dev.millrace.gateway.http.HttpsServer;
import dev.millrace.gateway.http.HttpsServer.PeerPort;
import dev.millrace.gateway.http.PeerPath;
import dev.millrace.gateway.http.RateLimit;
import dev.millrace.gateway.http.RequestListener;
import dev.millrace.gateway.http.RequestPath;
import dev.millrace.gateway.origin.Lifetimes;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.origin.Retry;
import dev.millrace.gateway.settings.AccessSettings;
import dev.millrace.gateway.settings.FleetSettings;
import dev.millrace.gateway.settings.Freshness;
import dev.millrace.gateway.settings.OperationSettings;
import dev.millrace.gateway.settings.Settings;
import dev.millrace.gateway.settings.Settings.ClientLimits;
import dev.millrace.gateway.settings.Settings.SealedAnswers;
import dev.millrace.gateway.settings.Settings.SsdSealing;
import dev.millrace.gateway.settings.Settings.SsdSpace;
import dev.millrace.gateway.slice.PlacedSlices;
import dev.millrace.gateway.slice.SealedSlices;
import dev.millrace.gateway.slice.SliceSupply;
import dev.millrace.gateway.slice.Slices;
import dev.millrace.gateway.slice.StoredSlices;
import dev.millrace.gateway.telemetry.Telemetry;
import dev.millrace.gateway.upkeep.Purging;
import dev.millrace.gateway.upkeep.WarmingUp;
import dev.millrace.s3.credentials.AwsEnvironment;
import dev.millrace.seal.Keyring;
import dev.millrace.seal.SealConfig;
import dev.millrace.seal.Sealer;
import dev.millrace.store.ssd.Sealing;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConfigBuilder;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A running gateway.
public final class Gateway implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Gateway.class.getName());

  /// How many addresses a rate is remembered of: some 15 MB.
  private static final int MOST_ADDRESSES = 100_000;

  private final Settings settings;

  /// What is to be closed, the last first.
  private final Deque<Runnable> parts = new ArrayDeque<>();

  private final Telemetry telemetry = closing(new Telemetry(), Telemetry::close);
  private final @Nullable Fleet fleet;
  private final Running running;

  /// What others than the server talk to.
  private record Running(HttpsServer server, Purging purging, WarmingUp warmingUp) {}

  private Gateway(
      Settings settings, @Nullable Directory directory, AwsEnvironment aws, PrintStream log)
      throws IOException {
    this.settings = settings;
    if (directory != null) {
      parts.push(directory::close);
    }
    try {
      this.fleet = fleet();
      this.running = start(directory, aws, log);
    } catch (IOException | RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /// Starts a gateway that listens when this returns.
  ///
  /// The origin need not be there yet: a warning says so, and requests are answered with 502 until
  /// it is. Nor need the other nodes of its fleet.
  ///
  /// @param log where a line per request goes, if the settings want one
  public static Gateway start(Settings settings, PrintStream log) throws IOException {
    return start(settings, AwsEnvironment.ofProcess(), log);
  }

  /// As [#start(Settings, PrintStream)], with `directory` in place of an access file. It is closed
  /// with the gateway.
  public static Gateway start(Settings settings, Directory directory, PrintStream log)
      throws IOException {
    return new Gateway(settings, directory, AwsEnvironment.ofProcess(), log);
  }

  /// As [#start(Settings, PrintStream)], with the keys to an S3 origin found in `aws`.
  static Gateway start(Settings settings, AwsEnvironment aws, PrintStream log) throws IOException {
    return new Gateway(settings, directory(settings.access()), aws, log);
  }

  private Running start(@Nullable Directory directory, AwsEnvironment aws, PrintStream log)
      throws IOException {
    Origin origin =
        closing(telemetry.listening(OriginAssembly.origin(settings, aws)), Origin::close);
    Readiness readiness = new Readiness(telemetry.watch()::trouble);
    Retry retry = new Retry(settings.attempts(), telemetry.pause());
    StoredSlices stored = stored(settings);
    Slices slices =
        closing(
            new Slices(origin, stored, retry, settings.sliceSize(), settings.originFetches()),
            Slices::close);
    SliceSupply supply = fleet == null ? slices : placed(slices, stored, fleet);
    Sealer sealer = sealer(settings.sealed());
    RequestPath path =
        closing(
            new RequestPath(
                settings.origin().bucket(),
                directory,
                origin,
                retry,
                lifetimes(settings.freshness()),
                supply,
                sealer == null ? null : new SealedSlices(supply, stored, sealer),
                settings.clientTimeout(),
                rateByAddress(settings.clients()),
                OriginAssembly.writers(settings, fleet),
                listener(log)),
            RequestPath::close);
    Purging purging = new Purging(settings.origin().bucket(), stored, path, fleet);
    WarmingUp warmingUp = warmingUp(origin, retry, path, supply);
    AdminPath admin = admin(readiness, new UpkeepActions(purging, warmingUp));
    PeerPort peers = fleet == null ? null : peerPort(fleet, slices, stored, path);
    AccessSettings.ClientCertificates clients = settings.access().certificates();
    SSLContext tls =
        ServerCertificate.of(settings)
            .context(settings.tls(), tlsConfig(), clients == null ? null : clients.authority());
    HttpsServer started =
        closing(HttpsServer.start(settings, tls, path, peers, admin), HttpsServer::close);
    readiness.listens();
    if (fleet != null) {
      fleet.enter();
      // The others are not to ask what no longer listens.
      parts.push(fleet::leave);
    }
    parts.push(readiness::drains);
    Thread.ofVirtual().name("probe").start(() -> probe(origin));
    if (settings.operation().isWatched()) {
      telemetry.add(settings, stored, path::factsCounts, fleet, version());
    }
    if (settings.operation().admin() != null) {
      telemetry.watch().follow(origin);
    }
    URI collector = settings.operation().otlp();
    if (collector != null) {
      closing(telemetry.push(collector, version()), Telemetry.Push::close);
    }
    return new Running(started, purging, warmingUp);
  }

  private <T> T closing(T part, Consumer<T> close) {
    parts.push(() -> close.accept(part));
    return part;
  }

  /// The version of the gateway, as it was packaged.
  public static String version() {
    var module = Gateway.class.getModule().getDescriptor();
    return module == null ? "unpackaged" : module.rawVersion().orElse("unversioned");
  }

  /// The port that the gateway listens on.
  public int port() {
    return running.server.port();
  }

  /// The port that serves the sealed form without TLS, if there is one.
  public OptionalInt sealedPort() {
    return running.server.sealedPort();
  }

  /// The port that it is watched and operated by, if there is one.
  public OptionalInt adminPort() {
    return running.server.adminPort();
  }

  /// Where the other nodes of its fleet reach the gateway, as `HOST:PORT`, if it is in one.
  public Optional<String> fleetAddress() {
    return Optional.ofNullable(fleet).map(joined -> joined.self().address());
  }

  /// What purges objects here and on the other nodes.
  Purging purging() {
    return running.purging;
  }

  /// What fetches objects before anybody asks for them.
  WarmingUp warmingUp() {
    return running.warmingUp;
  }

  /// Leaves the fleet, if it is in one, stops listening, lets requests under way finish for a few
  /// seconds, and returns.
  @Override
  public void close() {
    // The server's timer keeps a stopped server, and all that it refers to, reachable; so what the
    // tiers hold is given back.
    while (!parts.isEmpty()) {
      parts.pop().run();
    }
  }

  private @Nullable Fleet fleet() throws IOException {
    FleetSettings fleet = settings.fleet();
    return fleet == null ? null : closing(Fleet.follow(settings, fleet), Fleet::close);
  }

  private PlacedSlices placed(Slices slices, StoredSlices stored, Fleet fleet) {
    return new PlacedSlices(slices, stored, fleet, settings.originFetches());
  }

  private PeerPort peerPort(Fleet fleet, Slices slices, StoredSlices stored, RequestPath path) {
    PeerPath ofPeers =
        closing(
            new PeerPath(
                settings.origin().bucket(),
                slices,
                fleet::report,
                (purge, generation) -> Purging.obey(stored, path, purge, generation),
                path::forget,
                settings.clientTimeout(),
                telemetry.peers()),
            PeerPath::close);
    return new PeerPort(fleet.self().host(), fleet.self().port(), fleet.tls(), ofPeers);
  }

  private static Lifetimes lifetimes(Freshness freshness) {
    return new Lifetimes(
        freshness.timeToLive(),
        freshness.staleWhileRevalidate(),
        freshness.staleIfError(),
        freshness.negativeTimeToLive());
  }

  private WarmingUp warmingUp(Origin origin, Retry retry, RequestPath path, SliceSupply supply) {
    SsdSpace ssd = settings.ssd();
    long own = settings.memorySize() + (ssd == null ? 0 : ssd.size());
    WarmingUp.Means means =
        new WarmingUp.Means(
            settings.origin().bucket(),
            origin,
            retry,
            path,
            supply,
            Math.max(1, settings.originFetches() / 4),
            ssd == null ? 1 : 2);
    return closing(
        new WarmingUp(means, () -> own * (fleet == null ? 1 : Math.max(1, fleet.mainNodes()))),
        WarmingUp::close);
  }

  private static @Nullable Directory directory(AccessSettings access) throws IOException {
    return access.file() == null ? null : AccessFile.open(access.file());
  }

  private AdminPath admin(Readiness readiness, UpkeepActions upkeep) throws IOException {
    OperationSettings.Admin admin = settings.operation().admin();
    Path token = admin == null ? null : admin.token();
    Map<String, Resource> resources =
        Map.of(
            "/health/live", (Page) _ -> Answer.text(200, "live"),
            "/health/ready", (Page) _ -> readiness.answer(),
            "/metrics", (Page) request -> telemetry.page(accepted(request)),
            "/purge", (Action) upkeep::purge,
            "/warm-up", (Action) upkeep::warmUp);
    return new AdminPath(resources, token == null ? null : AdminToken.read(token));
  }

  private static String accepted(ServerRequest request) {
    return String.join(",", request.headers().values(HeaderNames.ACCEPT));
  }

  private RequestListener listener(PrintStream log) {
    return settings.accessLog()
        ? RequestListener.all(
            List.of(telemetry.clients(), new AccessLog(log, settings.operation().logFormat())))
        : telemetry.clients();
  }

  private TlsConfig tlsConfig() {
    TlsConfigBuilder tls = TlsConfig.builder().connectionListener(telemetry.connections());
    if (fleet != null) {
      fleet.configure(tls);
    }
    return tls.build();
  }

  private static StoredSlices stored(Settings settings) throws IOException {
    SsdSpace ssd = settings.ssd();
    return ssd == null
        ? StoredSlices.inMemory(settings.memorySize(), settings.sliceSize())
        : StoredSlices.onSsd(
            settings.memorySize(),
            ssd.folder(),
            ssd.size(),
            settings.sliceSize(),
            sealing(ssd.sealing()),
            settings.state().resolve("purges"));
  }

  private static RateLimit rateByAddress(ClientLimits limits) {
    Integer rate = limits.requestsPerSecond();
    return rate == null ? RateLimit.none() : RateLimit.of(rate, MOST_ADDRESSES, System::nanoTime);
  }

  private static @Nullable Sealing sealing(@Nullable SsdSealing sealing) throws IOException {
    return sealing == null
        ? null
        : new Sealing(
            SealConfig.standard().withCompression(sealing.compression()),
            Keyring.read(sealing.keys()));
  }

  private static @Nullable Sealer sealer(@Nullable SealedAnswers sealed) throws IOException {
    return sealed == null
        ? null
        : new Sealer(
            SealConfig.standard().withCompression(sealed.compression()),
            Keyring.read(sealed.keys()));
  }

  private static void probe(Origin origin) {
    try {
      origin.probe();
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "the origin cannot be read now ({0}); requests fail until it can",
          e.getMessage());
    }
  }
}
