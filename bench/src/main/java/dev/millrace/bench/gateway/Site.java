package dev.millrace.bench.gateway;

import dev.millrace.bench.nginx.ServingCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/// What both servers serve: a folder of objects, and a certificate with its key.
///
/// @param root the folder that holds [#BUCKET]
record Site(Path root, ServingCertificate certificate) {
  /// The first segment of every path, and the name of the folder with the objects.
  static final String BUCKET = "objects";

  static Site create(Path folder) throws IOException, InterruptedException {
    Path root = folder.resolve("site");
    Path objects = Files.createDirectories(root.resolve(BUCKET));
    SplittableRandom random = new SplittableRandom(1);
    for (SampleObject object : SampleObject.values()) {
      byte[] bytes = new byte[object.size()];
      random.nextBytes(bytes);
      Files.write(objects.resolve(object.fileName()), bytes);
    }
    return new Site(root, ServingCertificate.create(folder));
  }

  Path objects() {
    return root.resolve(BUCKET);
  }

  Path file(SampleObject object) {
    return objects().resolve(object.fileName());
  }
}
