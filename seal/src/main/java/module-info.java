import org.jspecify.annotations.NullMarked;

/// Blocks and streams that are compressed and encrypted in one call.
@NullMarked
module dev.millrace.seal {
  requires static transitive org.jspecify;
  requires com.github.luben.zstd_jni;
  requires org.lz4.java;

  exports dev.millrace.seal;
}
