package dev.millrace.bench.s3;

/// The objects that are downloaded, smallest first.
enum ObjectSize {
  SMALL("100KB", 100 << 10),
  MEDIUM("1MB", 1 << 20),
  LARGE("10MB", 10 << 20),
  HUGE("50MB", 50 << 20);

  private final String fileName;
  private final int bytes;

  ObjectSize(String fileName, int bytes) {
    this.fileName = fileName;
    this.bytes = bytes;
  }

  /// Its name in the bucket, which also tells its size in results.
  String fileName() {
    return fileName;
  }

  int bytes() {
    return bytes;
  }
}
