/// Sealed blocks and streams: compressed, then encrypted while they are still in the processor's
/// cache, in one call.
///
/// [Sealer] seals and [Opener] opens; keys come from a [KeyService], of which [Keyring] is the one
/// that is a file. [Binding] says what a container is, and nothing else opens it. The format is
/// `docs/seal-format.md`.
///
/// Nothing here is null, and every class may be used by many threads at once, unless it says
/// otherwise.
@NullMarked
package dev.millrace.seal;

import org.jspecify.annotations.NullMarked;
