/// The conformance of Millrace tls, as BoGo sees it: BoringSSL's runner plays a peer that does
/// everything right or one thing wrong, and a "shim" answers it with the implementation under test.
///
/// The runner starts a process per test. A JVM each would be slow, so that process is a small
/// script that hands its arguments to one JVM, where a virtual thread per test does the work.
@NullMarked
package dev.millrace.conformance;

import org.jspecify.annotations.NullMarked;
