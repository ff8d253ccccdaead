package dev.millrace.bench.gateway;

/// The objects that are asked for.
enum SampleObject {
  SMALL("1KB", 1 << 10),
  MEDIUM("100KB", 100 << 10),
  LARGE("10MB", 10 << 20);

  private final String fileName;
  private final int size;

  SampleObject(String fileName, int size) {
    this.fileName = fileName;
    this.size = size;
  }

  /// Its name in the bucket, which also tells its size in results.
  String fileName() {
    return fileName;
  }

  /// Its size in bytes.
  int size() {
    return size;
  }
}
