/// Sealed blocks and streams: compressed, then encrypted while they are still in the processor's
/// cache, in one call.
///
/// [Sealer] seals and [Opener] opens; keys come from a [KeyService], of which [Keyring] is the one
/// that is a file. [Binding] says what a container is, and nothing else opens it. The format is
/// `docs/seal-format.md`.
///
/// Inside, a container is, from the outside in: a `Header`, the segments of a `Layout`, and in
/// their plaintext, where it is compressed, `Item`s. What bytes pass through is sealing a
/// `BlockSink`, of which the inner one hands on to a `Target`, and opening `Blocks`, which draw on
/// a `SegmentSource`; either borrows a `Workspace`.
///
/// Nothing here is null, and every class may be used by many threads at once, unless it says
/// otherwise.
@NullMarked
package dev.millrace.seal;

import org.jspecify.annotations.NullMarked;
