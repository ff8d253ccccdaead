/// The programs that a bench runs beside itself: found, started, watched and stopped.
package dev.millrace.bench.process;
