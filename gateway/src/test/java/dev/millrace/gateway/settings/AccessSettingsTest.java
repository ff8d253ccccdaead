package dev.millrace.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The settings of who may reach what, as a client and as an operator.
class AccessSettingsTest extends ReadSettings {
  @Test
  void what_is_set_of_the_admin_port_needs_that_port_and_one_of_its_own() {
    flags.put("admin-host", "::1");
    assertRefused("admin-host cannot be \"::1\" (flag --admin-host)", "give --admin-port too");
    flags.clear();
    flags.put("admin-token", "some.pem");
    assertRefused("admin-token cannot be", "give --admin-port too");
    flags.put("admin-port", "8443");
    assertRefused("admin-port cannot be \"8443\" (flag --admin-port)", "the port for objects");
    flags.putAll(Map.of("admin-port", "8080", "sealed-keys", "some.pem", "sealed-port", "8080"));
    assertRefused("admin-port cannot be \"8080\" (flag --admin-port)", "(sealed-port)");
    flags.put("sealed-port", "8081");
    assertThat(read().operation().admin())
        .isEqualTo(new OperationSettings.Admin("127.0.0.1", 8080, folder.resolve("some.pem")));
  }

  @Test
  void a_port_without_tls_is_one_of_its_own_and_asks_for_no_certificates() {
    flags.put("http-port", "8443");
    assertRefused("http-port cannot be \"8443\" (flag --http-port)", "the port with TLS (port)");
    flags.putAll(Map.of("http-port", "8080", "sealed-keys", "some.pem", "sealed-port", "8080"));
    assertRefused("http-port cannot be \"8080\" (flag --http-port)", "(sealed-port)");
    flags.putAll(Map.of("sealed-port", "8081", "admin-port", "8080"));
    assertRefused("admin-port cannot be \"8080\" (flag --admin-port)", "(http-port)");
    flags.remove("admin-port");
    assertThat(read().listening()).isEqualTo(new Listening("127.0.0.1", 8443, 8080));
    flags.putAll(Map.of("client-ca", "some.pem", "client-certificates", "required"));
    assertRefused("http-port cannot be", "client-certificates are required");
    flags.remove("client-certificates");
    flags.put("access-file", "some.pem");
    assertThat(read().listening().httpPort()).isEqualTo(8080);
  }

  @Test
  void an_audit_log_is_a_file_in_a_folder_that_is_there() {
    flags.put("audit", "all");
    assertRefused("audit cannot be \"all\" (flag --audit)", "give --audit-log too");
    flags.put("audit-log", "none/audit");
    assertRefused("audit-log cannot be", "there is no folder " + folder.resolve("none"));
    flags.put("audit-log", "checkout");
    assertRefused("audit-log cannot be", "it is a folder");
    flags.put("audit-log", "checkout/audit");
    assertThat(read().operation().audit())
        .isEqualTo(new OperationSettings.Audit(folder.resolve("checkout/audit"), true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "::1", "localhost"})
  void whoever_is_on_this_machine_may_read_unless_it_is_said_otherwise(String host) {
    flags.put("host", host);
    assertThat(read().access()).isEqualTo(new AccessSettings(null, null));
    flags.put("anonymous", "off");
    assertRefused("who may read is not said");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "10.0.0.1", "gateway.example.com"})
  void who_may_read_must_be_said_where_others_reach_the_port(String host) {
    flags.put("host", host);
    assertRefused("who may read is not said; give --access-file FILE, or --anonymous on");
    flags.put("anonymous", "on");
    assertThat(read().access()).isEqualTo(new AccessSettings(null, null));
    flags.remove("anonymous");
    flags.put("access-file", "some.pem");
    var file = folder.resolve("some.pem");
    assertThat(read().access()).isEqualTo(new AccessSettings(file, null));
    flags.put("anonymous", "on");
    assertRefused("anonymous cannot be \"on\"", "access-file says who may read");
  }

  @Test
  void certificates_of_clients_are_asked_for_where_something_depends_on_them() {
    flags.put("host", "0.0.0.0");
    flags.put("client-certificates", "required");
    assertRefused("client-certificates cannot be", "give --client-ca too");
    flags.put("client-ca", "some.pem");
    var pem = folder.resolve("some.pem");
    assertThat(read().access())
        .isEqualTo(new AccessSettings(null, new AccessSettings.ClientCertificates(pem, true)));
    flags.putAll(Map.of("sealed-keys", "some.pem", "sealed-port", "0"));
    assertRefused("sealed-port cannot be \"0\"", "who may read is not said; give --access-file");
    flags.put("anonymous", "on");
    assertThat(read().access().file()).isNull();
    flags.keySet().removeAll(List.of("anonymous", "sealed-keys", "sealed-port"));
    flags.put("client-certificates", "optional");
    assertRefused("client-ca cannot be", "nothing depends on certificates");
    flags.put("access-file", "some.pem");
    assertThat(read().access())
        .isEqualTo(new AccessSettings(pem, new AccessSettings.ClientCertificates(pem, false)));
    flags.put("client-certificates", "maybe");
    assertRefused("client-certificates cannot be \"maybe\"", "allowed is optional or required");
  }

  @Test
  void writes_pass_through_to_an_s3_origin_alone() {
    flags.put("write-through", "on");
    assertRefused("write-through cannot be \"on\" (flag --write-through)", "s3:// origin");
    flags.put("write-through", "off");
    assertThat(read().origin().isWritable()).isFalse();
    flags.putAll(Map.of("write-through", "on", "origin", "s3://bucket", "region", "us-east-1"));
    assertThat(read().origin().isWritable()).isTrue();
  }

  @Test
  void where_others_reach_the_port_it_is_said_who_may_write() {
    flags.putAll(Map.of("write-through", "on", "origin", "s3://bucket", "region", "us-east-1"));
    flags.putAll(Map.of("host", "0.0.0.0", "anonymous", "on"));
    assertRefused("write-through cannot be", "who may write is not said", "--access-file FILE");
    flags.remove("anonymous");
    flags.put("access-file", "some.pem");
    assertThat(read().origin().isWritable()).isTrue();
  }
}
