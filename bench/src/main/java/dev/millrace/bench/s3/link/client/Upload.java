package dev.millrace.bench.s3.link.client;

import java.util.Locale;

/// How the object came to where it is, which decides who can read it in parts.
public enum Upload {
  /// In parts of 8 MiB, which can be read by their numbers.
  PARTS,
  /// By a single PUT, so that it can be read in ranges only.
  PUT;

  /// The bucket that has the object in both ways; everybody may read it.
  public static final String BUCKET = "objects";

  /// Who may write.
  public static final String USER = "bench";

  public static final String PASSWORD = "bench-only";

  static final long PART_BYTES = 8 << 20;

  /// The object's key, and what stands in the report.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
