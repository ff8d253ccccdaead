package dev.millrace.gateway.soak;

import dev.millrace.gateway.soak.Bucket.StoredObject;
import dev.millrace.s3.ByteRange;
import dev.millrace.s3.ObjectBody;
import dev.millrace.s3.S3Client;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ThreadLocalRandom;

/// By our own S3 client, which signs: a part, and the object's facts before it now and then.
record SignedReading(S3Client client) implements Reading {
  @Override
  public void read(StoredObject object) throws IOException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    if (random.nextInt(4) == 0) {
      client.head("mill", object.key());
    }
    int first = random.nextInt(object.size());
    int length = random.nextInt(object.size() - first) + 1;
    long began = System.nanoTime();
    ByteRange range = new ByteRange(first, length);
    try (ObjectBody body = client.open("mill", object.key(), range, null)) {
      ByteBuffer bytes = ByteBuffer.allocate(length);
      while (bytes.hasRemaining()) {
        body.read(bytes);
      }
      Reading.check(object, body.facts().etag(), first, bytes.array(), began);
    }
  }
}
