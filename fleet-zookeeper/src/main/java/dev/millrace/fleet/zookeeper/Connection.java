package dev.millrace.fleet.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.fleet.Ensemble;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/// The connection of one node to ZooKeeper, and since when it is lost.
final class Connection implements AutoCloseable {
  private static final int LONGEST_CONNECT_MILLIS = 5000;
  private static final int LONGEST_CLOSE_MILLIS = 1000;
  private static final RetryNTimes RETRIES = new RetryNTimes(2, 100);
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

  private final String servers;
  private final InstantSource clock;
  private final @Nullable ClientIdentity identity;
  private final CuratorFramework client;
  private volatile boolean wasUp;
  private volatile @Nullable Instant lostSince;

  /// Does not wait for the servers: [#start] begins to look for them.
  ///
  /// @throws IOException if the ensemble's description makes no sense, or its files cannot be read
  Connection(Ensemble ensemble, InstantSource clock) throws IOException {
    String path = path(ensemble.servers());
    this.servers = ensemble.servers().substring(0, ensemble.servers().indexOf('/'));
    this.clock = clock;
    requireCredentials(ensemble.digest());
    Ensemble.Tls tls = ensemble.tls();
    this.identity = tls == null ? null : ClientIdentity.read(tls);
    try {
      this.client = client(ensemble, servers, path, identity);
    } catch (RuntimeException e) {
      if (identity != null) {
        identity.close();
      }
      throw e;
    }
  }

  /// The path of a connect string.
  private static String path(String connectString) throws IOException {
    ConnectStringParser parsed;
    try {
      parsed = new ConnectStringParser(connectString);
    } catch (IllegalArgumentException e) {
      throw noServers(connectString, e.getMessage(), e);
    }
    if (parsed.getServerAddresses().isEmpty()) {
      throw noServers(connectString, "no server is named", null);
    }
    if (parsed.getChrootPath() == null) {
      throw noServers(connectString, "the path is missing", null);
    }
    return parsed.getChrootPath();
  }

  private static IOException noServers(
      String connectString, @Nullable String problem, @Nullable Throwable cause) {
    return new IOException(
        "\"" + connectString + "\" is not of the form HOST:PORT,HOST:PORT/PATH: " + problem, cause);
  }

  private static void requireCredentials(@Nullable String digest) throws IOException {
    if (digest != null && digest.indexOf(':') < 1) {
      throw new IOException("the digest for ZooKeeper is not of the form USER:PASSWORD");
    }
  }

  private static CuratorFramework client(
      Ensemble ensemble, String servers, String path, @Nullable ClientIdentity identity) {
    int session = Math.toIntExact(ensemble.sessionTimeout().toMillis());
    ZKClientConfig config = new ZKClientConfig();
    config.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
    if (identity != null) {
      identity.configure(config);
    }
    var builder =
        CuratorFrameworkFactory.builder()
            .connectString(servers)
            .namespace(path.substring(1))
            .sessionTimeoutMs(session)
            .connectionTimeoutMs(Math.min(session, LONGEST_CONNECT_MILLIS))
            .retryPolicy(RETRIES)
            .maxCloseWaitMs(LONGEST_CLOSE_MILLIS)
            .waitForShutdownTimeoutMs(LONGEST_CLOSE_MILLIS)
            // It would go over to the addresses that servers tell of themselves: not those with
            // TLS.
            .ensembleTracker(false)
            // Containers are deleted with the last node in them.
            .dontUseContainerParents()
            .zkClientConfig(config);
    String digest = ensemble.digest();
    if (digest != null) {
      builder
          .authorization("digest", digest.getBytes(UTF_8))
          .aclProvider(new SameEverywhere(ZooDefs.Ids.CREATOR_ALL_ACL));
    }
    return builder.build();
  }

  private record SameEverywhere(List<ACL> acl) implements ACLProvider {
    @Override
    public List<ACL> getDefaultAcl() {
      return acl;
    }

    @Override
    public List<ACL> getAclForPath(String path) {
      return acl;
    }
  }

  /// Talks to the servers, from the fleet's path on.
  CuratorFramework client() {
    return client;
  }

  /// Looks for the servers from now on.
  ///
  /// @param onChange is called when they are found, lost, and found again
  void start(Runnable onChange) {
    client
        .getConnectionStateListenable()
        .addListener((_, state) -> {
          change(state);
          onChange.run();
        });
    client.start();
  }

  private void change(ConnectionState state) {
    if (state.isConnected()) {
      wasUp = true;
      lostSince = null;
    } else if (lostSince == null) {
      lostSince = clock.instant();
    }
  }

  boolean wasUp() {
    return wasUp;
  }

  boolean isUp() {
    return wasUp && lostSince == null;
  }

  /// In one line why the servers cannot be asked, or null if they can.
  ///
  /// @param epoch of the list that is known
  @Nullable String trouble(long epoch) {
    if (!wasUp) {
      return "no ZooKeeper server answers at " + servers;
    }
    Instant since = lostSince;
    return since == null
        ? null
        : "ZooKeeper is lost since "
            + TIME.format(since.atZone(ZoneId.systemDefault()))
            + "; going on with epoch "
            + epoch;
  }

  @Override
  public void close() {
    client.close();
    if (identity != null) {
      identity.close();
    }
  }
}
