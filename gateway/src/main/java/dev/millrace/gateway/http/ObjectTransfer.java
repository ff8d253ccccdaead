package dev.millrace.gateway.http;

import dev.millrace.gateway.http.Reply.Body.ObjectBytes;
import dev.millrace.gateway.slice.Found;
import dev.millrace.gateway.slice.Slice;
import dev.millrace.gateway.slice.SliceSupply;
import dev.millrace.gateway.slice.Source;
import java.io.IOException;
import java.io.OutputStream;

/// Bytes of an object on their way out of slices, of which the next one is always opened already,
/// so that the origin sends while the client receives.
///
/// Used by one thread.
final class ObjectTransfer {
  private final SliceSupply slices;
  private final RequestListener listener;
  private final ObjectBytes bytes;
  private final long end;
  private long at;
  private long index;
  private Found found;
  private Found next;

  /// Waits for the first byte.
  ///
  /// @param bytes one at least
  /// @throws IOException if it cannot be had
  ObjectTransfer(SliceSupply slices, RequestListener listener, ObjectBytes bytes)
      throws IOException {
    this.slices = slices;
    this.listener = listener;
    this.bytes = bytes;
    this.at = bytes.offset();
    this.end = at + bytes.length();
    this.index = at / slices.size();
    this.found = open(index);
    found.slice().await((int) (at % slices.size()));
    this.next = afterwards();
  }

  /// Where the first byte comes from.
  Source source() {
    return found.source();
  }

  /// How many bytes were written.
  long written() {
    return at - bytes.offset();
  }

  /// Writes on, until so many bytes were written in all.
  ///
  /// @throws IOException if the bytes cannot be had, or `out` does not take them
  void writeTo(OutputStream out, long total) throws IOException {
    long limit = bytes.offset() + total;
    while (at < limit) {
      Slice slice = found.slice();
      long start = index * slices.size();
      int to = (int) Math.min(limit - start, slice.length());
      int reached = slice.writeTo(out, (int) (at - start), to);
      listener.sent(found.source(), start + reached - at);
      at = start + reached;
      if (reached < to) {
        found = open(index);
      } else if (reached == slice.length() && at < end) {
        found = next;
        index++;
        next = afterwards();
      }
    }
  }

  /// The slice after this one; or this one if no byte after it is wanted.
  private Found afterwards() {
    long until = index * slices.size() + found.slice().length();
    return until < end ? open(index + 1) : found;
  }

  private Found open(long index) {
    Found opened = slices.open(bytes.object(), bytes.facts(), index);
    listener.opened(bytes.object(), index, opened);
    return opened;
  }
}
