/// Pictures for the pages about benches. What draws them is on no path of the command: the programs
/// here run in JVMs of their own, with the jars of `bench-store-peers`.
package dev.millrace.bench.picture;
