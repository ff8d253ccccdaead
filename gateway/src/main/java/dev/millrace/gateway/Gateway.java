package dev.millrace.gateway;

import dev.millrace.gateway.access.AccessFile;
import dev.millrace.gateway.access.Directory;
import dev.millrace.gateway.admin.AdminPath;
import dev.millrace.gateway.admin.Readiness;
import dev.millrace.gateway.admin.ReloadAction;
import dev.millrace.gateway.admin.UpkeepActions;
import dev.millrace.gateway.audit.AuditLog;
import dev.millrace.gateway.audit.RulesAudit;
import dev.millrace.gateway.certificate.LiveContext;
import dev.millrace.gateway.fleet.Fleet;
import dev.millrace.gateway.http.AccessLog;
import dev.millrace.gateway.http.HttpsServer;
import dev.millrace.gateway.http.HttpsServer.PeerPort;
import dev.millrace.gateway.http.PeerPath;
import dev.millrace.gateway.http.RequestAudit;
import dev.millrace.gateway.http.RequestListener;
import dev.millrace.gateway.http.RequestPath;
import dev.millrace.gateway.http.StallWatch;
import dev.millrace.gateway.origin.Lifetimes;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.origin.Retry;
import dev.millrace.gateway.renewal.Renewable;
import dev.millrace.gateway.renewal.Watched;
import dev.millrace.gateway.settings.FleetSettings;
import dev.millrace.gateway.settings.Freshness;
import dev.millrace.gateway.settings.LogFormat;
import dev.millrace.gateway.settings.OperationSettings;
import dev.millrace.gateway.settings.SettingSource;
import dev.millrace.gateway.settings.SettingSource.Chosen;
import dev.millrace.gateway.settings.Settings;
import dev.millrace.gateway.settings.Settings.SsdSpace;
import dev.millrace.gateway.slice.PlacedSlices;
import dev.millrace.gateway.slice.SealedSlices;
import dev.millrace.gateway.slice.SliceSupply;
import dev.millrace.gateway.slice.Slices;
import dev.millrace.gateway.slice.StoredSlices;
import dev.millrace.gateway.telemetry.AuditMetrics;
import dev.millrace.gateway.telemetry.ClientConnectionMetrics;
import dev.millrace.gateway.telemetry.OriginWatch.Probing;
import dev.millrace.gateway.telemetry.RefusalMetrics;
import dev.millrace.gateway.telemetry.SpanMetrics;
import dev.millrace.gateway.telemetry.Telemetry;
import dev.millrace.gateway.upkeep.Purging;
import dev.millrace.gateway.upkeep.WarmingUp;
import dev.millrace.s3.credentials.AwsEnvironment;
import dev.millrace.seal.Sealer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A running gateway.
public final class Gateway implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Gateway.class.getName());

  private final Settings settings;

  /// What is to be closed, the last first.
  private final Deque<Runnable> parts = new ArrayDeque<>();

  /// What takes settings over that have changed.
  private final List<Consumer<Settings>> renewing = new ArrayList<>();

  private final Telemetry telemetry = closing(new Telemetry(), Telemetry::close);
  private final ReloadAction reloading = new ReloadAction(this::files);
  private final AuditLog audit;
  private final Traces traces;
  private final @Nullable Fleet fleet;
  private final Running running;

  /// What others than the server talk to.
  private record Running(HttpsServer server, Purging purging, WarmingUp warmingUp) {}

  /// @param directory where null, the access file of the settings, if there is one
  private Gateway(
      Settings settings, @Nullable Directory directory, AwsEnvironment aws, PrintStream log)
      throws IOException {
    this.settings = settings;
    if (directory != null) {
      parts.push(directory::close);
    }
    try {
      this.audit = closing(audit(settings.operation().audit()), AuditLog::close);
      this.traces = closing(Traces.of(settings.operation()), Traces::close);
      this.fleet = fleet();
      this.running = start(directory == null ? accessFile() : directory, aws, log);
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
    return new Gateway(settings, null, aws, log);
  }

  /// From now on takes over what changes in the YAML file of `source`, if there is one, as far as
  /// it can do so without a restart.
  ///
  /// @param started what was read of it for the start
  /// @param listener is handed the settings, too, when some have changed
  public void follow(SettingSource source, Chosen started, Consumer<Settings> listener)
      throws IOException {
    List<Consumer<Settings>> all = new ArrayList<>(renewing);
    all.add(listener);
    telemetry
        .renewals()
        .add(
            closing(
                Watched.open("configuration", new Reconfiguration(source, started, all)),
                Watched::close));
  }

  /// Looks at once at all files that are looked at again and again.
  ///
  /// @return a line for each that says what came of it
  public String reload() {
    return reloading.perform().text();
  }

  private List<Renewable> files() {
    List<Renewable> files = new ArrayList<>(telemetry.renewals().files());
    Renewable list = fleet == null ? null : fleet.list();
    if (list != null) {
      files.add(list);
    }
    return files;
  }

  private Running start(@Nullable Directory directory, AwsEnvironment aws, PrintStream log)
      throws IOException {
    Origin metered = telemetry.listening(OriginAssembly.origin(settings, aws));
    Origin origin = closing(traces.traced(metered, settings.origin()), Origin::close);
    Readiness readiness = new Readiness(telemetry.watch()::trouble);
    Retry retry = new Retry(settings.attempts(), telemetry.pause());
    renewing.add(next -> retry.renew(next.attempts()));
    StoredSlices stored = Storage.of(settings);
    Slices slices =
        closing(
            new Slices(origin, stored, retry, settings.sliceSize(), settings.originFetches()),
            Slices::close);
    SliceSupply supply = fleet == null ? slices : placed(slices, stored, fleet);
    Sealer sealer = Storage.sealer(settings.sealed());
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
                settings.clients().requestsPerSecond(),
                OriginAssembly.writers(settings, fleet),
                requestAudit(),
                traces.ofClients(),
                listener(log)),
            RequestPath::close);
    renewing.add(next ->
        path.renew(
            lifetimes(next.freshness()), next.clientTimeout(), next.clients().requestsPerSecond()));
    Purging purging = new Purging(settings.origin().bucket(), stored, path, fleet);
    WarmingUp warmingUp = warmingUp(origin, retry, path, supply);
    HttpsServer server = closing(new HttpsServer(settings), HttpsServer::close);
    renewing.add(server::renew);
    Drain drain = new Drain(readiness, fleet, server);
    StallWatch stalls = closing(new StallWatch(settings.clientTimeout()), StallWatch::close);
    renewing.add(next -> stalls.renew(next.clientTimeout()));
    AdminPath admin =
        new AdminPort(
                telemetry,
                readiness,
                new UpkeepActions(purging, warmingUp),
                reloading,
                drain,
                fleet,
                audit,
                stalls)
            .path(settings.operation().admin());
    PeerPort peers = fleet == null ? null : peerPort(fleet, slices, stored, path);
    server.listen(tls(directory), path, peers, admin);
    readiness.listens(server::isListening);
    drain.resume();
    Thread.ofVirtual().name("probe").start(() -> probe(origin));
    if (settings.operation().isWatched()) {
      telemetry.add(settings, stored, path::factsCounts, fleet, version());
      telemetry.add(new AuditMetrics(audit));
      telemetry.add(new ClientConnectionMetrics(server::connectionCounts));
      telemetry.add(new RefusalMetrics(server::refusedRequests));
      telemetry.add(new SpanMetrics(traces::counts));
    }
    boolean hasHealth = settings.operation().admin() != null;
    telemetry.watch().follow(origin, hasHealth ? Probing.ALWAYS : Probing.IN_TROUBLE);
    OperationSettings.Otlp otlp = settings.operation().otlp();
    if (otlp != null) {
      closing(telemetry.push(otlp.endpoint(), version()), Telemetry.Push::close);
    }
    parts.push(() -> drain.end(settings.operation().drain().delay()));
    return new Running(server, purging, warmingUp);
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

  /// The port that serves all without TLS, if there is one.
  public OptionalInt httpPort() {
    return running.server.httpPort();
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

  /// Leaves the fleet, if it is in one, stops listening after `drain-delay`, lets requests under
  /// way finish for up to `drain-timeout`, and returns.
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
    return new PlacedSlices(slices, stored, traces.traced(fleet), settings.originFetches());
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
                traces.ofPeers(),
                telemetry.peers()),
            PeerPath::close);
    renewing.add(next -> ofPeers.renew(next.clientTimeout()));
    return new PeerPort(fleet.self().host(), fleet.self().port(), fleet.tls().context(), ofPeers);
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

  private @Nullable Directory accessFile() throws IOException {
    Path file = settings.access().file();
    return file == null
        ? null
        : closing(AccessFile.open(file, new RulesAudit(audit, file)), Directory::close);
  }

  private static AuditLog audit(OperationSettings.@Nullable Audit audit) throws IOException {
    return audit == null ? AuditLog.none() : AuditLog.open(audit.file());
  }

  private RequestAudit requestAudit() {
    OperationSettings.Audit wanted = settings.operation().audit();
    return new RequestAudit(audit, wanted != null && wanted.isOfAll());
  }

  private RequestListener listener(PrintStream log) {
    AccessLog lines = new AccessLog(log, linesOf(settings));
    renewing.add(next -> lines.renew(linesOf(next)));
    return RequestListener.all(List.of(telemetry.clients(), lines));
  }

  private static @Nullable LogFormat linesOf(Settings settings) {
    return settings.accessLog() ? settings.operation().logFormat() : null;
  }

  /// What clients and operators are shown.
  private SSLContext tls(@Nullable Directory directory) throws IOException {
    LiveContext tls =
        closing(ClientTls.of(settings, telemetry.connections(), fleet), LiveContext::close);
    telemetry.renewals().add(tls);
    if (fleet != null) {
      telemetry.renewals().add(fleet.tls());
    }
    if (directory instanceof AccessFile access) {
      telemetry.renewals().add(access.file());
    }
    return tls.context();
  }

  private void probe(Origin origin) {
    try {
      origin.probe();
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "the origin cannot be read now ({0}); requests fail until it can",
          e.getMessage());
      telemetry.watch().isTold();
    }
  }
}
