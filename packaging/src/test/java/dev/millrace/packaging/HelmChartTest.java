package dev.millrace.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.settings.Setting;
import dev.millrace.gateway.settings.SettingTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// What Helm makes of the chart.
@Timeout(120)
class HelmChartTest {
  private static final Path CHART = Path.of("helm/millrace");

  @TempDir private Path scratch;

  private static Program render(String... options) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("helm", "template", "demo", CHART.toString(), "-n", "prod"));
    command.addAll(Arrays.asList(options));
    return Program.run(command.toArray(String[]::new));
  }

  private static String rendered(String values, String... options) throws Exception {
    List<String> all = new ArrayList<>(List.of("-f", CHART + "/ci/" + values + "-values.yaml"));
    all.addAll(Arrays.asList(options));
    Program helm = render(all.toArray(String[]::new));
    assertThat(helm.status()).as(helm.output()).isZero();
    return helm.output();
  }

  private static Stream<Map<?, ?>> documents(String yaml) {
    return StreamSupport.stream(
            new Load(LoadSettings.builder().build()).loadAllFromString(yaml).spliterator(), false)
        .<Map<?, ?>>map(Map.class::cast);
  }

  /// The value at a path of names and indices.
  private static Object at(Object value, Object... path) {
    Object found = value;
    for (Object step : path) {
      found =
          step instanceof Integer index
              ? ((List<?>) found).get(index)
              : ((Map<?, ?>) found).get(step);
    }
    return found;
  }

  private static Map<?, ?> only(String kind, String yaml) {
    return documents(yaml).filter(each -> kind.equals(each.get("kind"))).findFirst().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "fleet", "zookeeper"})
  void helm_finds_nothing_wrong_with_it(String values) throws Exception {
    Program.outputOf(
        "helm",
        "lint",
        "--strict",
        CHART.toString(),
        "-f",
        CHART + "/ci/" + values + "-values.yaml");
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "fleet", "zookeeper"})
  void kubernetes_knows_all_that_it_makes(String values) throws Exception {
    Path manifests = Files.writeString(scratch.resolve("manifests.yaml"), rendered(values));
    Program.outputOf("kubeconform", "-strict", "-skip", "ServiceMonitor", manifests.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "fleet", "zookeeper"})
  void all_settings_that_it_makes_are_settings(String values) throws Exception {
    String yaml = at(only("ConfigMap", rendered(values)), "data", "millrace.yaml").toString();
    assertThat(documents(yaml).findFirst().orElseThrow().keySet())
        .map(Object::toString)
        .isSubsetOf(SettingTable.all().stream().<String>map(Setting::name).toList());
  }

  @Test
  void pods_may_do_nothing_that_they_need_not() throws Exception {
    Object pod = at(only("StatefulSet", rendered("fleet")), "spec", "template", "spec");
    assertThat(at(pod, "securityContext", "runAsNonRoot")).isEqualTo(true);
    assertThat(at(pod, "automountServiceAccountToken")).isEqualTo(false);
    assertThat(at(pod, "enableServiceLinks")).isEqualTo(false);
    for (String kind : List.of("containers", "initContainers")) {
      assertThat(at(pod, kind, 0, "securityContext"))
          .hasToString(
              "{allowPrivilegeEscalation=false, readOnlyRootFilesystem=true,"
                  + " capabilities={drop=[ALL]}}");
    }
    assertThat(at(pod, "containers", 0, "readinessProbe", "httpGet"))
        .hasToString("{path=/health/ready, port=admin, scheme=HTTPS}");
    assertThat(at(pod, "containers", 0, "livenessProbe", "httpGet"))
        .hasToString("{path=/health/live, port=admin, scheme=HTTPS}");
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          512,  1024,  384, 1920Mi
          512,  8192,  384, 10923Mi
          4096, 8192,  512, 12800Mi
          """)
  void a_container_has_the_memory_of_heap_slices_and_the_rest(
      int heap, int slices, int rest, String limit) throws Exception {
    String yaml =
        rendered(
            "single",
            "--set",
            "memory.heap=%d,memory.slices=%d,memory.rest=%d".formatted(heap, slices, rest));
    Object resources =
        at(only("StatefulSet", yaml), "spec", "template", "spec", "containers", 0, "resources");
    assertThat(at(resources, "limits", "memory")).isEqualTo(limit);
    assertThat(at(resources, "requests", "memory")).isEqualTo(limit);
    Object data = at(only("ConfigMap", yaml), "data");
    assertThat(at(data, "jvm.options").toString().strip()).isEqualTo("-Xmx" + heap + "m");
    assertThat(at(data, "millrace.yaml").toString()).contains("memory-size: " + slices + "MiB\n");
  }

  @Test
  void the_nodes_of_a_fleet_are_on_its_list() throws Exception {
    assertThat(at(only("ConfigMap", rendered("fleet")), "data", "members").toString())
        .isEqualTo(
            """
            epoch 1
            demo-millrace-0 demo-millrace-0.demo-millrace-nodes.prod.svc.cluster.local:8444
            demo-millrace-1 demo-millrace-1.demo-millrace-nodes.prod.svc.cluster.local:8444
            demo-millrace-2 demo-millrace-2.demo-millrace-nodes.prod.svc.cluster.local:8444
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          replicas=2                                   | settings.origin is needed
          settings.origin=s3://b                       | who may read?
          settings.origin=s3://b,settings.anonymous=on,settings.memory-size=1GiB | settings.memory-size is set by the chart
          settings.origin=s3://b,settings.anonymous=on,fleet.enabled=true | fleet.certificate is needed
          settings.origin=s3://b,settings.anonymous=on,terminationGracePeriodSeconds=39 | must be 40 at least
          settings.origin=s3://b,settings.anonymous=on,settings.drain-delay=1m | must be 95 at least
          replica=2                                    | additional properties 'replica' not allowed
          memory.rest=100                              | minimum: got 100, want 256
          """)
  void what_cannot_start_is_not_rendered(String values, String problem) throws Exception {
    Program helm = render("--set", values);
    assertThat(helm.status()).isOne();
    assertThat(helm.output()).contains(problem);
  }

  @Test
  void its_versions_are_those_of_the_pom() throws Exception {
    assertThat(CHART.resolve("Chart.yaml"))
        .content()
        .contains("\nversion: " + Program.version() + "\n", "\nappVersion: " + Program.version());
    assertThat(rendered("single")).contains("image: millrace:" + Program.version() + "\n");
  }
}
