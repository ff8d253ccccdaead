package dev.millrace.s3;

/// Where in a URL the bucket stands.
public enum Addressing {
  /// In the path: `https://HOST/BUCKET/KEY`. What most services other than Amazon's want.
  PATH,

  /// Before the host: `https://BUCKET.HOST/KEY`. What Amazon wants; a bucket whose name has a dot,
  /// or could not be a part of a host's name, is put into the path all the same, since no
  /// certificate would fit it.
  VIRTUAL_HOST
}
