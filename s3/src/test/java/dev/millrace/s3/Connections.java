package dev.millrace.s3;

/// How many connections a client has, for tests in other packages.
public final class Connections {
  private Connections() {}

  /// How many of them somebody uses.
  public static int inUse(S3Client client) {
    return client.standing().leased();
  }
}
