/// What compresses blocks: libraries, called so that no collector has to wait for them for long.
@NullMarked
package dev.millrace.seal.codec;

import org.jspecify.annotations.NullMarked;
