package dev.millrace.gateway.settings;

import dev.millrace.gateway.settings.Setting.Change;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// What is set of where the objects come from.
final class OriginTable {
  static final Setting<Kind.OriginText> ORIGIN =
      Setting.derived(
          "origin",
          Kind.origin(),
          "Where the objects come from: the files of a folder, or a bucket of an S3 service",
          "the sample objects of the checkout");

  static final Setting<String> BUCKET =
      Setting.derived(
          "bucket",
          Kind.bucket(),
          "The name of the bucket that a folder is served as",
          "the folder's name");

  static final Setting<URI> ENDPOINT =
      Setting.derived(
          "endpoint",
          Kind.endpoint(),
          "The S3 service of an s3:// origin",
          "https://s3.REGION.amazonaws.com");

  static final Setting<String> REGION =
      Setting.derived(
          "region",
          Kind.region(),
          "The region that requests to an s3:// origin are signed for",
          "AWS_REGION, else AWS_DEFAULT_REGION, else the AWS profile's, else, without an endpoint,"
              + " the EC2 instance's, else us-east-1");

  static final Setting<Path> ORIGIN_CA =
      Setting.derived(
          "origin-ca",
          Kind.pemFile(),
          "The certificates that vouch for an https endpoint",
          "those that the JDK trusts");

  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.of(
          "connect-timeout",
          Kind.duration(Duration.ofMillis(10), Duration.ofMinutes(5)),
          "How long a connection to the origin may take to come about",
          "5s");

  static final Setting<Duration> READ_TIMEOUT =
      Setting.of(
          "read-timeout",
          Kind.duration(Duration.ofMillis(10), Duration.ofHours(1)),
          "How long the origin may stay silent in the middle of an answer",
          "30s");

  static final Setting<Integer> ATTEMPTS =
      Setting.of(
              "attempts",
              Kind.wholeNumber(1, 10),
              "How often the origin is asked in all for one thing before the client hears of the"
                  + " failure",
              "3")
          .changing(Change.LIVE);

  static final Setting<Integer> ORIGIN_FETCHES =
      Setting.of(
          "origin-fetches",
          Kind.wholeNumber(1, 4_096),
          "How many slices are fetched from the origin at the same time; and as many are asked of each"
              + " other node of a fleet",
          "64");

  static final Setting<Boolean> WRITE_THROUGH =
      Setting.of(
          "write-through",
          Kind.onOff(),
          "Whether requests that write pass through to an s3:// origin, and drop what is known of"
              + " the objects that they change",
          "off");

  static final SettingGroup GROUP =
      new SettingGroup(
          "The origin",
          List.of(
              ORIGIN,
              BUCKET,
              ENDPOINT,
              REGION,
              ORIGIN_CA,
              CONNECT_TIMEOUT,
              READ_TIMEOUT,
              ATTEMPTS,
              ORIGIN_FETCHES,
              WRITE_THROUGH));

  private OriginTable() {}
}
