package dev.millrace.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.s3.credentials.Credentials;
import dev.millrace.s3.sign.CanonicalQuery;
import dev.millrace.s3.sign.SigV4;
import dev.millrace.s3.sign.UnsignedRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// A request with a body, made by hand, so that it can be wrong.
final class SignedWrite {
  private static final String REGION = "us-east-1";

  private final TestGateway gateway;
  private final Credentials credentials;
  private final String method;
  private final String target;
  private final SortedMap<String, String> headers = new TreeMap<>();
  private final Instant now = Instant.now();
  private byte[] body = new byte[0];
  private String hash = SigV4.UNSIGNED_PAYLOAD;

  /// @param target the path and the query
  SignedWrite(TestGateway gateway, Credentials credentials, String method, String target) {
    this.gateway = gateway;
    this.credentials = credentials;
    this.method = method;
    this.target = target;
  }

  SignedWrite with(String name, String value) {
    headers.put(name, value);
    return this;
  }

  SignedWrite body(byte[] bytes, String saidHash) {
    body = bytes;
    hash = saidHash;
    return this;
  }

  /// Sends `bytes` in signed chunks.
  ///
  /// @param spoiled the number of the chunk whose signature is of another; none if negative
  SignedWrite chunks(byte[] bytes, int size, int spoiled) throws IOException {
    hash = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD";
    headers.put("content-encoding", "aws-chunked");
    headers.put("x-amz-decoded-content-length", Integer.toString(bytes.length));
    String authorization = signed().get("authorization");
    String last = authorization.substring(authorization.lastIndexOf('=') + 1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int number = 0;
    for (int at = 0, length = 1; length > 0; at += length) {
      length = Math.min(size, bytes.length - at);
      last = chunkSignature(last, bytes, at, length);
      String said =
          number++ == spoiled ? last.replaceFirst("^.", last.startsWith("0") ? "1" : "0") : last;
      out.write(
          (Integer.toHexString(length) + ";chunk-signature=" + said + "\r\n").getBytes(US_ASCII));
      out.write(bytes, at, length);
      out.write("\r\n".getBytes(US_ASCII));
    }
    body = out.toByteArray();
    return this;
  }

  /// Sends `bytes` in one chunk that is not signed, or none, with a checksum behind it.
  SignedWrite trailing(byte[] bytes, String name, String value) throws IOException {
    hash = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
    headers.put("content-encoding", "aws-chunked");
    headers.put("x-amz-decoded-content-length", Integer.toString(bytes.length));
    headers.put("x-amz-trailer", name);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (bytes.length > 0) {
      out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(US_ASCII));
      out.write(bytes);
      out.write("\r\n".getBytes(US_ASCII));
    }
    out.write(("0\r\n" + name + ":" + value + "\r\n\r\n").getBytes(US_ASCII));
    body = out.toByteArray();
    return this;
  }

  HttpResponse<String> send(HttpClient client) throws IOException, InterruptedException {
    return client.send(request().build(), BodyHandlers.ofString());
  }

  HttpRequest.Builder request() {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(gateway.url(target)))
            .method(method, BodyPublishers.ofByteArray(body));
    signed().forEach(request::header);
    return request;
  }

  HttpResponse<String> send() throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newBuilder().sslContext(TestGateway.trust()).build()) {
      return send(client);
    }
  }

  /// The head of the request in HTTP/1.1, of a body that is said to have `length` bytes.
  String head(long length, String... more) {
    StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
    head.append("Host: 127.0.0.1:").append(gateway.port()).append("\r\n");
    head.append("Content-Length: ").append(length).append("\r\n");
    signed().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    return head + String.join("", more) + "\r\n";
  }

  private SortedMap<String, String> signed() {
    URI uri = URI.create(target);
    Map<String, String> query = new TreeMap<>();
    if (uri.getRawQuery() != null) {
      for (String pair : uri.getRawQuery().split("&", -1)) {
        String[] parts = pair.split("=", 2);
        query.put(parts[0], parts.length == 1 ? "" : parts[1]);
      }
    }
    UnsignedRequest unsigned =
        new UnsignedRequest(
            method,
            "127.0.0.1:" + gateway.port(),
            uri.getRawPath(),
            CanonicalQuery.of(query),
            headers);
    return new SigV4(REGION).headers(unsigned, hash, credentials, now);
  }

  private String chunkSignature(String last, byte[] bytes, int offset, int length) {
    try {
      String time = signed().get("x-amz-date");
      String scope = time.substring(0, 8) + "/" + REGION + "/s3/aws4_request";
      byte[] key = ("AWS4" + credentials.secretAccessKey()).getBytes(UTF_8);
      for (String step : scope.split("/", -1)) {
        key = hmac(key, step);
      }
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, offset, length);
      String text =
          String.join(
              "\n",
              "AWS4-HMAC-SHA256-PAYLOAD",
              time,
              scope,
              last,
              SigV4.EMPTY_PAYLOAD,
              HexFormat.of().formatHex(digest.digest()));
      return HexFormat.of().formatHex(hmac(key, text));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(UTF_8));
  }
}
