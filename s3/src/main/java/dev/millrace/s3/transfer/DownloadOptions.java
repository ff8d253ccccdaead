package dev.millrace.s3.transfer;

import dev.millrace.s3.retry.RetryPolicy;
import java.time.Duration;

/// How to download. Immutable.
///
/// @param connections how many connections to use side by side; 0 for as many as are found to be of
///   use, up to `most`
/// @param most how many connections to use at most, at least 1
/// @param resume whether to go on with what an earlier download of the same version left behind,
///   and to leave what there is if this one fails
/// @param verify whether an object that cannot be verified is a failure. What the service gives a
///   CRC for is verified in any case.
/// @param stealing whether a connection that has nothing left to do takes over from slow ones
/// @param retries how often to try without receiving a byte, and how long to wait in between
/// @param progress what is told how far the download is
public record DownloadOptions(
    int connections,
    int most,
    boolean resume,
    boolean verify,
    boolean stealing,
    RetryPolicy retries,
    Progress progress) {
  private static final DownloadOptions STANDARD =
      new DownloadOptions(
          0,
          32,
          false,
          false,
          true,
          new RetryPolicy(6, Duration.ofMillis(100), Duration.ofSeconds(5)),
          (_, _) -> {});

  public DownloadOptions {
    if (connections < 0 || most < 1 || connections > most) {
      throw new IllegalArgumentException(connections + " connections of at most " + most);
    }
  }

  /// As many connections as are of use, up to 32, without resuming.
  public static DownloadOptions standard() {
    return STANDARD;
  }

  /// Exactly that many connections, at least 1, as long as the object has work for them.
  public DownloadOptions withConnections(int count) {
    return new DownloadOptions(
        count, Math.max(count, most), resume, verify, stealing, retries, progress);
  }

  public DownloadOptions withMost(int count) {
    return new DownloadOptions(
        Math.min(connections, count), count, resume, verify, stealing, retries, progress);
  }

  public DownloadOptions withResume(boolean resume) {
    return new DownloadOptions(connections, most, resume, verify, stealing, retries, progress);
  }

  public DownloadOptions withVerify(boolean verify) {
    return new DownloadOptions(connections, most, resume, verify, stealing, retries, progress);
  }

  public DownloadOptions withStealing(boolean stealing) {
    return new DownloadOptions(connections, most, resume, verify, stealing, retries, progress);
  }

  public DownloadOptions withRetries(RetryPolicy retries) {
    return new DownloadOptions(connections, most, resume, verify, stealing, retries, progress);
  }

  public DownloadOptions withProgress(Progress progress) {
    return new DownloadOptions(connections, most, resume, verify, stealing, retries, progress);
  }
}
