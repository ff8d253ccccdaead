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
    assumePython("boto3", "import boto3");
  }

  /// Skips the test where Python has not what a script needs.
  ///
  /// @param name of what it needs
  /// @param script says nothing unless that is missing
  void assumePython(String name, String script) throws IOException, InterruptedException {
    boolean isThere = output("python3", "-c", script).isEmpty();
    if (!isThere) {
      System.out.println("SKIPPED " + name + ": Python has no " + name + " here");
    }
    assumeTrue(isThere, "Python has no " + name + " here");
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

  /// With these it takes the gateway for what it calls `:s3:`, and no file of this machine for its
  /// configuration.
  private List<String> rcloneFlags() {
    return List.of(
        "--config=/dev/null",
        "--ca-cert=" + TestGateway.authority(),
        "--s3-provider=Other",
        "--s3-env-auth",
        "--s3-region=us-east-1",
        "--s3-endpoint=" + gateway.url(""),
        // To services that it does not know it speaks the first version, which we do not.
        "--s3-list-version=2");
  }

  /// Starts a program, or skips the test where there is none.
  private Process start(String... command) throws IOException {
    List<String> line = new ArrayList<>(List.of(command));
    switch (command[0]) {
      case "curl" ->
          line.addAll(1, List.of("-sS", "--fail", "--cacert", TestGateway.authority().toString()));
      case "aws" -> line.addAll(List.of("--endpoint-url", gateway.url("")));
      case "rclone" -> line.addAll(1, rcloneFlags());
      case "s5cmd" -> line.addAll(1, List.of("--endpoint-url", gateway.url("")));
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
    if (command[0].equals("rclone")) {
      // It hands the variable to the AWS SDK, which cannot add that to rclone's own HTTP client.
      builder.environment().remove("AWS_CA_BUNDLE");
    }
    try {
      return builder.start();
    } catch (IOException e) {
      System.out.println("SKIPPED " + String.join(" ", command) + ": no " + command[0] + " here");
      return abort("no " + command[0] + " on this machine");
    }
  }
}
