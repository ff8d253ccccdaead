package dev.millrace.conformance.flag;

/// What becomes of a flag.
public enum Treatment {
  /// It has its effect, or the implementation under test says that it lacks it.
  SUPPORTED,
  /// It may be ignored: the test means the same without it.
  HARMLESS,
  /// The test is skipped.
  UNIMPLEMENTED
}
