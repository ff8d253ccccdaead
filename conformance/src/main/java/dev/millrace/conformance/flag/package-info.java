/// The flags of BoGo's shim, and the options that a test gives by them.
@NullMarked
package dev.millrace.conformance.flag;

import org.jspecify.annotations.NullMarked;
