/// The TLS implementations that can be put to the test, behind one small seam.
@NullMarked
package dev.millrace.conformance.stack;

import org.jspecify.annotations.NullMarked;
