package dev.millrace.store.index;

import java.util.Arrays;

/// Addresses of records of equal length that lie in pages, and of which there can be ever more.
///
/// One thread at a time extends it, and makes known to others, by a volatile write of its own, up
/// to where they may ask.
final class PagedArray {
  private final PageSource source;
  private final int recordShift;
  private final int pageShift;
  private volatile long[] pages = {};

  /// @param recordBytes a power of two
  PagedArray(PageSource source, int recordBytes) {
    this.source = source;
    this.recordShift = Integer.numberOfTrailingZeros(recordBytes);
    this.pageShift = Integer.numberOfTrailingZeros(PageSource.PAGE / recordBytes);
  }

  /// The address of record `index`, which is there.
  long address(long index) {
    long within = index & ((1L << pageShift) - 1);
    return pages[(int) (index >>> pageShift)] + (within << recordShift);
  }

  /// Sees to it that record `index` is there, and all before it.
  ///
  /// @return false if there is no memory for them
  boolean extendTo(long index) {
    while (index >>> pageShift >= pages.length) {
      long page = source.allocate();
      if (page == PageSource.NONE) {
        return false;
      }
      long[] more = Arrays.copyOf(pages, pages.length + 1);
      more[pages.length] = page;
      pages = more;
    }
    return true;
  }
}
