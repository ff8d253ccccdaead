package dev.millrace.store.io;

import java.util.Map;

/// An error number of the system, as on all architectures that share the kernel's generic list.
///
/// @param number at least 1
public record Errno(int number) {
  public static final Errno EPERM = new Errno(1);
  public static final Errno EINTR = new Errno(4);
  public static final Errno EIO = new Errno(5);
  public static final Errno EAGAIN = new Errno(11);
  public static final Errno ENOMEM = new Errno(12);
  public static final Errno EBUSY = new Errno(16);
  public static final Errno EINVAL = new Errno(22);
  public static final Errno ENOSPC = new Errno(28);
  public static final Errno ENOSYS = new Errno(38);
  public static final Errno EOPNOTSUPP = new Errno(95);
  public static final Errno ECANCELED = new Errno(125);

  private static final Map<Integer, String> WORDS =
      Map.ofEntries(
          Map.entry(1, "EPERM (operation not permitted)"),
          Map.entry(2, "ENOENT (no such file or folder)"),
          Map.entry(4, "EINTR (interrupted)"),
          Map.entry(5, "EIO (input/output error)"),
          Map.entry(6, "ENXIO (no such device or address)"),
          Map.entry(9, "EBADF (bad file descriptor)"),
          Map.entry(11, "EAGAIN (try again)"),
          Map.entry(12, "ENOMEM (out of memory)"),
          Map.entry(13, "EACCES (permission denied)"),
          Map.entry(14, "EFAULT (bad address)"),
          Map.entry(16, "EBUSY (busy)"),
          Map.entry(19, "ENODEV (no such device)"),
          Map.entry(20, "ENOTDIR (not a folder)"),
          Map.entry(21, "EISDIR (is a folder)"),
          Map.entry(22, "EINVAL (invalid argument)"),
          Map.entry(24, "EMFILE (too many open files)"),
          Map.entry(27, "EFBIG (file too large)"),
          Map.entry(28, "ENOSPC (no space left on the device)"),
          Map.entry(30, "EROFS (read-only file system)"),
          Map.entry(38, "ENOSYS (not implemented by this kernel)"),
          Map.entry(61, "ENODATA (no data)"),
          Map.entry(74, "EBADMSG (bad data)"),
          Map.entry(84, "EILSEQ (failed integrity check)"),
          Map.entry(95, "EOPNOTSUPP (not supported)"),
          Map.entry(116, "ESTALE (stale file handle)"),
          Map.entry(121, "EREMOTEIO (remote input/output error)"),
          Map.entry(122, "EDQUOT (quota exceeded)"),
          Map.entry(125, "ECANCELED (cancelled)"));

  public Errno {
    if (number < 1) {
      throw new IllegalArgumentException("not an error number: " + number);
    }
  }

  /// Whether a call's result is this error, as the kernel tells it: negative.
  boolean isResult(long result) {
    return result == -number;
  }

  /// Its name and what it means, or its number where it is a rare one.
  @Override
  public String toString() {
    return WORDS.getOrDefault(number, "error " + number);
  }
}
