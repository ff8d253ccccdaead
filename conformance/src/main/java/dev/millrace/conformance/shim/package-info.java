/// The shim: a launcher started per test, and the server that does its work.
@NullMarked
package dev.millrace.conformance.shim;

import org.jspecify.annotations.NullMarked;
