/// What the shim does on a connection: handshake, checks, echo, shutdown.
@NullMarked
package dev.millrace.conformance.exchange;

import org.jspecify.annotations.NullMarked;
