package dev.millrace.s3.awssdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import software.amazon.awssdk.http.HttpProxyTestSuite;
import software.amazon.awssdk.http.proxy.TestProxySetting;

/// The SDK's own tests of where the settings of a proxy are taken from.
class ProxyAcceptanceTest extends HttpProxyTestSuite {
  @Override
  protected void assertProxyConfiguration(
      TestProxySetting given,
      TestProxySetting expected,
      Boolean useSystemProperties,
      Boolean useEnvironmentVariables,
      String protocol) {
    ProxyConfiguration.Builder builder = ProxyConfiguration.builder();
    if (given != null) {
      if (given.getHost() != null) {
        builder.endpoint(URI.create(protocol + "://" + given.getHost() + ":" + given.getPort()));
      }
      if (given.getUserName() != null) {
        builder.username(given.getUserName());
      }
      if (given.getPassword() != null) {
        builder.password(given.getPassword());
      }
      if (!given.getNonProxyHosts().isEmpty()) {
        builder.nonProxyHosts(given.getNonProxyHosts());
      }
    }
    if (useSystemProperties != null) {
      builder.useSystemPropertyValues(useSystemProperties);
    }
    if (useEnvironmentVariables != null) {
      builder.useEnvironmentVariableValues(useEnvironmentVariables);
    }
    ProxySettings settings = builder.build().settings(protocol.equals("https"));
    assertThat(settings.host()).isEqualTo(expected.getHost());
    assertThat(settings.port()).isEqualTo(expected.getPort());
    assertThat(settings.username()).isEqualTo(expected.getUserName());
    assertThat(settings.password()).isEqualTo(expected.getPassword());
    assertThat(settings.nonProxyHosts()).isEqualTo(expected.getNonProxyHosts());
  }
}
