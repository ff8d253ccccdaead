package dev.millrace.gateway.command;

import dev.millrace.s3.ByteRange;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The bytes of an object that `--range` asks for.
sealed interface RequestedRange {
  Pattern FORM = Pattern.compile("([0-9]{0,18})-([0-9]{0,18})");

  /// Those of an object of `size` bytes.
  ///
  /// @throws CommandFailure where it has none of them
  ByteRange in(long size);

  /// Where both ends are known, whatever the size of the object.
  record Between(ByteRange bytes) implements RequestedRange {
    @Override
    public ByteRange in(long size) {
      ByteRange rest = new From(bytes.offset()).in(size);
      return new ByteRange(rest.offset(), Math.min(rest.length(), bytes.length()));
    }
  }

  /// Where one end is that of the object.
  sealed interface ToTheEnd extends RequestedRange {}

  /// All but the bytes before `first`.
  record From(long first) implements ToTheEnd {
    @Override
    public ByteRange in(long size) {
      if (first >= size) {
        throw new CommandFailure(
            "--range begins at byte " + first + ", and there are only " + size, null);
      }
      return new ByteRange(first, size - first);
    }
  }

  /// No more than the last `count` bytes.
  record Last(long count) implements ToTheEnd {
    @Override
    public ByteRange in(long size) {
      if (size == 0) {
        throw new CommandFailure("--range is of nothing: there are no bytes", null);
      }
      long length = Math.min(count, size);
      return new ByteRange(size - length, length);
    }
  }

  /// Takes `A-B`, `A-` and `-N`.
  static RequestedRange parse(String text) {
    Matcher ends = FORM.matcher(text);
    if (ends.matches()) {
      long first = number(ends.group(1));
      long last = number(ends.group(2));
      if (first >= 0 && last >= first) {
        return new Between(new ByteRange(first, last - first + 1));
      }
      if (first >= 0 && last < 0) {
        return new From(first);
      }
      if (first < 0 && last > 0) {
        return new Last(last);
      }
    }
    throw new CommandFailure(
        "--range \""
            + text
            + "\" is not A-B, two byte positions of which A is not greater, nor A- or -N",
        null);
  }

  /// -1 where there is none.
  private static long number(String digits) {
    return digits.isEmpty() ? -1 : Long.parseLong(digits);
  }
}
