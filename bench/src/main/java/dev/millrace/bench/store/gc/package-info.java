/// `millrace bench store-gc`: for how long collectors stop a program that keeps 10 GB of small
/// entries and answers requests from them.
package dev.millrace.bench.store.gc;
