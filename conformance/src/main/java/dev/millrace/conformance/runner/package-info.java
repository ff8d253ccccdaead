/// BoGo's runner: how it is started, and what it reports.
@NullMarked
package dev.millrace.conformance.runner;

import org.jspecify.annotations.NullMarked;
