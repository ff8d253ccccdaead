package dev.millrace.gateway.http;

import dev.millrace.gateway.audit.AuditLog;
import dev.millrace.gateway.json.JsonLine;
import dev.millrace.gateway.origin.ObjectName;
import java.security.cert.X509Certificate;

/// Writes down who asked for what, whether they may, and what came of it where it writes: by the
/// names that they are known by, never with what proves it.
public final class RequestAudit {
  private final AuditLog log;
  private final boolean tellsReads;

  /// @param tellsReads whether what is admitted is written down too that only reads
  public RequestAudit(AuditLog log, boolean tellsReads) {
    this.log = log;
    this.tellsReads = tellsReads;
  }

  void refused(Exchange exchange, S3Error error) {
    if (log.isOn()) {
      JsonLine entry = begun("request", exchange, "refused");
      addQuestion(entry, exchange);
      log.write(entry.add("code", error.code()));
    }
  }

  void admitted(Exchange exchange, S3Request asked) {
    if (log.isOn() && (tellsReads || asked instanceof WriteRequest)) {
      JsonLine entry = begun("request", exchange, "admitted");
      addQuestion(entry, exchange, asked);
      log.write(entry);
    }
  }

  void wrote(Exchange exchange, WriteRequest asked, WriteOutcome outcome) {
    if (log.isOn()) {
      JsonLine entry = begun("write", exchange, outcome.word());
      addQuestion(entry, exchange, asked);
      outcome.addTo(entry);
      log.write(entry);
    }
  }

  private static JsonLine begun(String event, Exchange exchange, String outcome) {
    JsonLine entry =
        AuditLog.entry(event, outcome)
            .add("request", exchange.id())
            .add("client", exchange.client());
    addClaim(entry, exchange);
    String identity = exchange.identity();
    return identity == null ? entry : entry.add("identity", identity);
  }

  private static void addClaim(JsonLine entry, Exchange exchange) {
    X509Certificate certificate = exchange.clientCertificate();
    if (exchange.isSigned()) {
      entry.add("by", "signature");
    } else if (certificate != null) {
      entry.add("by", "certificate");
    } else {
      entry.add("by", "anonymous");
    }
    String key = exchange.accessKeyId();
    if (key != null) {
      entry.add("accessKeyId", key);
    }
    if (certificate != null) {
      entry.add("certificate", certificate.getSubjectX500Principal().getName());
    }
  }

  /// What was asked for, as far as it can be read: it may have been refused before.
  private static void addQuestion(JsonLine entry, Exchange exchange) {
    try {
      String path = exchange.rawPath();
      String query = exchange.rawQuery();
      WriteRequest write = WriteRequest.of(exchange.method(), path, query);
      addQuestion(
          entry, exchange, write == null ? S3Request.of(exchange.method(), path, query) : write);
    } catch (S3Error _) {
      entry.add("method", exchange.method()).add("path", exchange.rawPath());
    }
  }

  private static void addQuestion(JsonLine entry, Exchange exchange, S3Request asked) {
    switch (asked) {
      case S3Request.ListBuckets _ -> entry.add("action", "ListBuckets");
      case S3Request.HeadBucket(String bucket) ->
          entry.add("action", "HeadBucket").add("bucket", bucket);
      case S3Request.ListObjects(String bucket, var query) ->
          entry
              .add("action", "ListObjectsV2")
              .add("bucket", bucket)
              .add("prefix", query.getOrDefault("prefix", ""));
      case S3Request.ReadObject(ObjectName(String bucket, String key), _) ->
          entry
              .add("action", exchange.isHead() ? "HeadObject" : "GetObject")
              .add("bucket", bucket)
              .add("key", key);
      case WriteRequest write -> {
        entry.add("action", write.operation().s3Name()).add("bucket", write.bucket());
        if (write.operation().isOfObject()) {
          entry.add("key", write.key());
        }
      }
    }
  }
}
