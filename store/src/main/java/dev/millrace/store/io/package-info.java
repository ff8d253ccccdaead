/// Blocks of files, read and written past the page cache: what the SSD tier stands on. Linux only.
///
/// [dev.millrace.store.io.BlockIo] opens files and lends the memory that is read into;
/// [dev.millrace.store.io.BlockFile] reads and writes, and its caller blocks meanwhile, best on a
/// virtual thread. Both are interfaces, so that tests of what is built on them can put failures in
/// between. Behind them one of two engines works, chosen at start and named by
/// [dev.millrace.store.io.EngineFacts]: io_uring, or pread and pwrite on a few threads.
///
/// Failures are [dev.millrace.store.io.BlockIoException]s; a misaligned or overlong request is the
/// caller's mistake, an `IllegalArgumentException`.
///
/// The package is a part of its own, exported for who configures it, measures it and shows what
/// runs.
package dev.millrace.store.io;
