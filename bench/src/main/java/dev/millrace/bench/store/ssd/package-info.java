/// Random reads from a disk past the page cache, beside fio.
///
/// [dev.millrace.bench.store.ssd.StoreSsdBench] takes the cases in turn, and for each of them a
/// [dev.millrace.bench.store.ssd.Laboratory] lets all sides read from the same file.
package dev.millrace.bench.store.ssd;
