package dev.millrace.tls.software;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.jsse.TestContexts;
import dev.millrace.tls.testing.TestIdentity;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.SocketFactory;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.copy.CopyManager;
import org.postgresql.ssl.WrappedFactory;
import org.postgresql.util.PSQLException;

/// The JDBC driver of PostgreSQL over our TLS, for which it turns a socket into one of TLS after
/// some words in the clear. The server's TLS is OpenSSL's; it resumes no sessions. The password
/// proves itself bound to the server's certificate.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PostgresTest {
  private static final TestIdentity IDENTITY = TestIdentity.of(TestIdentity.Kind.P256);

  @TempDir static Path folder;
  private static PostgresServer server;

  @BeforeAll
  static void start() throws Exception {
    server = new PostgresServer(folder, IDENTITY);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  /// How the driver gets at our sockets: its property `sslfactory` names this class.
  public static class Sockets extends WrappedFactory {
    /// @param version of TLS, the driver's property `sslfactoryarg`
    public Sockets(String version) throws GeneralSecurityException {
      this(version, IDENTITY);
    }

    Sockets(String version, TestIdentity identity) throws GeneralSecurityException {
      factory = TestContexts.OURS.named(version, identity).getSocketFactory();
    }
  }

  /// Sockets that trust somebody else.
  public static final class TrustingOthers extends Sockets {
    public TrustingOthers(String version) throws GeneralSecurityException {
      super(version, TestIdentity.ofAnotherHost());
    }
  }

  /// Sockets that are connected to this machine, whatever the name of the host.
  public static final class Redirected extends SocketFactory {
    private final int port;

    /// @param port the driver's property `socketFactoryArg`
    public Redirected(String port) {
      this.port = Integer.parseInt(port);
    }

    @Override
    public Socket createSocket() throws IOException {
      return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public Socket createSocket(String host, int ignored) throws IOException {
      return createSocket();
    }

    @Override
    public Socket createSocket(String host, int ignored, InetAddress local, int localPort)
        throws IOException {
      return createSocket();
    }

    @Override
    public Socket createSocket(InetAddress host, int ignored) throws IOException {
      return createSocket();
    }

    @Override
    public Socket createSocket(InetAddress host, int ignored, InetAddress local, int localPort)
        throws IOException {
      return createSocket();
    }
  }

  private static Connection connect(String host, String version, Class<? extends Sockets> factory)
      throws SQLException {
    Properties properties = new Properties();
    PGProperty.USER.set(properties, PostgresServer.USER);
    PGProperty.PASSWORD.set(properties, PostgresServer.PASSWORD);
    PGProperty.CHANNEL_BINDING.set(properties, "require");
    PGProperty.SSL_MODE.set(properties, "verify-full");
    PGProperty.SSL_FACTORY.set(properties, factory.getName());
    PGProperty.SSL_FACTORY_ARG.set(properties, version);
    PGProperty.SOCKET_FACTORY.set(properties, Redirected.class.getName());
    PGProperty.SOCKET_FACTORY_ARG.set(properties, server.port());
    return DriverManager.getConnection(
        "jdbc:postgresql://%s:%d/postgres".formatted(host, server.port()), properties);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_query_is_answered_over_tls(String version) throws Exception {
    try (Connection connection = connect("localhost", version, Sockets.class);
        Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "select version, client_dn from pg_stat_ssl where pid = pg_backend_pid()")) {
      assertThat(result.next()).isTrue();
      assertThat(result.getString("version")).isEqualTo(version);
      assertThat(result.getString("client_dn")).isEqualTo("/CN=localhost");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_large_value_goes_both_ways(String version) throws Exception {
    byte[] value = HttpClientContract.largeBody();
    try (Connection connection = connect("localhost", version, Sockets.class);
        PreparedStatement statement = connection.prepareStatement("select ?::bytea")) {
      statement.setBytes(1, value);
      try (ResultSet result = statement.executeQuery()) {
        assertThat(result.next()).isTrue();
        assertThat(result.getBytes(1)).isEqualTo(value);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void many_rows_are_copied_in_and_out(String version) throws Exception {
    byte[] rows =
        IntStream.range(0, 200_000)
            .mapToObj(each -> "row " + each + "\n")
            .collect(Collectors.joining())
            .getBytes(UTF_8);
    try (Connection connection = connect("localhost", version, Sockets.class);
        Statement statement = connection.createStatement()) {
      statement.execute("create temporary table rows (name text)");
      CopyManager copies = connection.unwrap(PGConnection.class).getCopyAPI();
      assertThat(copies.copyIn("copy rows from stdin", new ByteArrayInputStream(rows)))
          .isEqualTo(200_000);
      ByteArrayOutputStream back = new ByteArrayOutputStream();
      copies.copyOut("copy rows to stdout", back);
      assertThat(back.toByteArray()).isEqualTo(rows);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_server_with_a_certificate_for_another_host_is_refused(String version) {
    assertThatThrownBy(() -> connect("elsewhere.example", version, Sockets.class))
        .isInstanceOf(PSQLException.class)
        .hasMessageContaining("elsewhere.example");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_server_that_is_not_trusted_is_refused(String version) {
    assertThatThrownBy(() -> connect("localhost", version, TrustingOthers.class))
        .isInstanceOf(PSQLException.class)
        .hasCauseExactlyInstanceOf(SSLHandshakeException.class);
  }
}
