package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Programs of this machine that talk to a gateway, with what they need for that.
///
/// @param configuration a file as `~/.aws/config` is, or none
/// @param accessKeyId what they sign with
record ExternalClient(
    TestGateway gateway, Path configuration, String accessKeyId, String secretAccessKey) {
  /// Programs that sign, URLs too, by version 4.
  ///
  /// @param folder for their configuration
  static ExternalClient signing(
      TestGateway gateway, Path folder, String accessKeyId, String secretAccessKey)
      throws IOException {
    // By itself the AWS CLI signs URLs for an endpoint like this one by version 2.
    Path configuration =
        Files.writeString(
            folder.resolve("config"), "[default]\ns3 =\n  signature_version = s3v4\n");
    return new ExternalClient(gateway, configuration, accessKeyId, secretAccessKey);
  }

  /// Skips the test where Python has no boto3.
  void assumeBoto3() throws IOException, InterruptedException {
    boolean isThere = output("python3", "-c", "import boto3").isEmpty();
    if (!isThere) {
      System.out.println("SKIPPED boto3: Python has no boto3 here");
    }
    assumeTrue(isThere, "Python has no boto3 here");
  }

  /// What a program says, on both streams; fails if it does.
  String run(String... command) throws IOException, InterruptedException {
    Process process = start(command);
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  /// What a program says, on both streams, whether it fails or not.
  String output(String... command) throws IOException, InterruptedException {
    Process process = start(command);
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }

  /// Starts a program, or skips the test where there is none.
  private Process start(String... command) throws IOException {
    List<String> line = new ArrayList<>(List.of(command));
    switch (command[0]) {
      case "curl" ->
          line.addAll(1, List.of("-sS", "--fail", "--cacert", TestGateway.authority().toString()));
      case "aws" -> line.addAll(List.of("--endpoint-url", gateway.url("")));
      default -> {}
    }
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder
        .environment()
        .putAll(
            Map.of(
                "AWS_CA_BUNDLE",
                TestGateway.authority().toString(),
                "AWS_ACCESS_KEY_ID",
                accessKeyId,
                "AWS_SECRET_ACCESS_KEY",
                secretAccessKey,
                "AWS_REGION",
                "us-east-1",
                "AWS_ENDPOINT_URL",
                gateway.url(""),
                "AWS_CONFIG_FILE",
                configuration.toString(),
                "LC_ALL",
                "C.UTF-8"));
    try {
      return builder.start();
    } catch (IOException e) {
      System.out.println("SKIPPED " + String.join(" ", command) + ": no " + command[0] + " here");
      return abort("no " + command[0] + " on this machine");
    }
  }
}
