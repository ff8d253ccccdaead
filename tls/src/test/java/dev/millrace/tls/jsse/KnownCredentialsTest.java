package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.handshake.Credential;
import dev.millrace.tls.testing.SettableClock;
import dev.millrace.tls.testing.TestIdentity;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.X509KeyManager;
import org.junit.jupiter.api.Test;

class KnownCredentialsTest {
  private static final TestIdentity ONE = TestIdentity.of(TestIdentity.Kind.P256);
  private static final TestIdentity OTHER = TestIdentity.of(TestIdentity.Kind.ED25519);

  private final SettableClock clock = new SettableClock();
  private final Exchangeable manager = new Exchangeable();
  private final KnownCredentials known = new KnownCredentials(manager, clock);

  /// Has one identity at a time, and counts how often it is asked for the key.
  private static final class Exchangeable implements X509KeyManager {
    private TestIdentity identity = ONE;
    private int keys;

    @Override
    public PrivateKey getPrivateKey(String alias) {
      keys++;
      return identity.key();
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return new X509Certificate[] {identity.certificate()};
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
      return new String[] {"it"};
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
      return new String[] {"it"};
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
      return "it";
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
      return "it";
    }
  }

  @Test
  void a_key_is_asked_for_once() {
    Credential first = known.get("it");

    assertThat(known.get("it")).isSameAs(first);
    assertThat(manager.keys).isEqualTo(1);
  }

  @Test
  void a_new_certificate_brings_its_key_at_once() {
    assertThat(known.get("it").identity().certificates()).containsExactly(ONE.certificate());
    manager.identity = OTHER;

    Credential exchanged = known.get("it");

    assertThat(exchanged.identity().certificates()).containsExactly(OTHER.certificate());
    assertThat(exchanged.key()).isEqualTo(OTHER.key());
  }

  @Test
  void a_key_is_asked_for_again_after_a_second() {
    known.get("it");
    clock.advance(Duration.ofSeconds(1));
    known.get("it");

    assertThat(manager.keys).isEqualTo(2);
  }

  @Test
  void the_numbers_in_front_of_the_aliases_of_the_jdk_do_not_count() throws Exception {
    X509KeyManager jdk = (X509KeyManager) TestContexts.keyManagers(ONE)[0];
    KnownCredentials ofJdk = new KnownCredentials(jdk, clock);
    String one = jdk.getServerAliases("EC", null)[0];
    String other = jdk.getServerAliases("EC", null)[0];

    assertThat(other).isNotEqualTo(one);
    assertThat(ofJdk.get(other)).isNotNull().isSameAs(ofJdk.get(one));
  }

  @Test
  void there_is_nothing_behind_an_alias_that_the_manager_does_not_know() throws Exception {
    X509KeyManager jdk = (X509KeyManager) TestContexts.keyManagers(ONE)[0];

    assertThat(new KnownCredentials(jdk, clock).get("1.0.nobody")).isNull();
  }
}
