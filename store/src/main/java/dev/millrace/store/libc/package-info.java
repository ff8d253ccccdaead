/// Calls of the C library, through the foreign function interface. Linux only.
package dev.millrace.store.libc;
