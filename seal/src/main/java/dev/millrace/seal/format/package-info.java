/// The container, from the outside in: [Header], the segments of [Layout], and in their plaintext,
/// where it is compressed, [Item]s. `docs/seal-format.md` has it byte by byte.
@NullMarked
package dev.millrace.seal.format;

import org.jspecify.annotations.NullMarked;
