/// What runs in a JVM of its own: one engine of ours, and those that ask it.
package dev.millrace.bench.store.ssd.probe;
