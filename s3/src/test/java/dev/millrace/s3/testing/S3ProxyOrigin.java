package dev.millrace.s3.testing;

import dev.millrace.s3.credentials.Credentials;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/// An S3 service in this process: s3proxy, which demands SigV4, over HTTP and HTTPS.
public final class S3ProxyOrigin implements AutoCloseable {
  /// The region that it takes itself to be in.
  public static final String REGION = "us-east-1";

  private static final String ACCESS_KEY_ID = "millrace";
  private static final String SECRET_ACCESS_KEY = "grist/for+the=mill";

  private final BlobStore store;
  private final S3Proxy server;
  private final TestCertificate certificate;

  private S3ProxyOrigin(BlobStore store, S3Proxy server, TestCertificate certificate) {
    this.store = store;
    this.server = server;
    this.certificate = certificate;
  }

  /// Starts one that holds its objects in memory.
  ///
  /// @param scratch a folder for its certificate
  public static S3ProxyOrigin inMemory(Path scratch) throws IOException {
    return start("transient-nio2", new Properties(), scratch);
  }

  /// Starts one whose buckets are the folders in `folder`, and the objects the files in them.
  ///
  /// @param scratch a folder for its certificate
  public static S3ProxyOrigin ofFolder(Path folder, Path scratch) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("jclouds.filesystem.basedir", folder.toString());
    return start("filesystem-nio2", properties, scratch);
  }

  private static S3ProxyOrigin start(String provider, Properties properties, Path scratch)
      throws IOException {
    BlobStore store = BlobStores.create(provider, properties);
    TestCertificate certificate = TestCertificate.create(scratch);
    S3Proxy server =
        S3Proxy.builder()
            .blobStore(store)
            .endpoint(URI.create("http://127.0.0.1:0"))
            .secureEndpoint(URI.create("https://127.0.0.1:0"))
            .sslContext(certificate.server())
            .awsAuthentication(AuthenticationType.AWS_V4, ACCESS_KEY_ID, SECRET_ACCESS_KEY)
            .stopTimeout(0)
            .build();
    try {
      server.start();
    } catch (Exception e) {
      throw new IOException("s3proxy does not start", e);
    }
    return new S3ProxyOrigin(store, server, certificate);
  }

  /// The keys that it accepts.
  public Credentials credentials() {
    return new Credentials(ACCESS_KEY_ID, SECRET_ACCESS_KEY, null);
  }

  /// The environment variables of someone who may use it.
  public Map<String, String> environment() {
    return Map.of(
        "AWS_ACCESS_KEY_ID", ACCESS_KEY_ID,
        "AWS_SECRET_ACCESS_KEY", SECRET_ACCESS_KEY,
        "AWS_REGION", REGION);
  }

  public URI http() {
    return URI.create("http://127.0.0.1:" + server.getPort());
  }

  public URI https() {
    return URI.create("https://127.0.0.1:" + server.getSecurePort());
  }

  /// What it shows over HTTPS.
  public TestCertificate certificate() {
    return certificate;
  }

  public void createBucket(String bucket) {
    store.createContainer(bucket);
  }

  public void put(String bucket, String key, byte[] bytes) {
    put(PutObjectRequest.builder().bucket(bucket).key(key).build(), bytes);
  }

  /// Stores an object with all that the request says of it.
  public void put(PutObjectRequest request, byte[] bytes) {
    InputStream in = new ByteArrayInputStream(bytes);
    store.putBlob(request.toBuilder().contentLength((long) bytes.length).build(), in);
  }

  @Override
  public void close() throws IOException {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IOException("s3proxy does not stop", e);
    } finally {
      store.close();
    }
  }
}
