package dev.millrace.gateway.slice;

/// A slice that was asked for, which may still be arriving.
///
/// @param isShared whether it was on its way when it was asked for
public record Found(Slice slice, boolean isShared) {
  /// Where it comes from, known once its first byte is there.
  public Source source() {
    return isShared ? Source.FLIGHT : slice.source();
  }
}
