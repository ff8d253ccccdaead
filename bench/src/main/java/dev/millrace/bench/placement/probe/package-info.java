/// What runs in the JVM of one side.
package dev.millrace.bench.placement.probe;
