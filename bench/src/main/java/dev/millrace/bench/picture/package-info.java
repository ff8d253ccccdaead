/// Pictures for the pages about benches. [dev.millrace.bench.picture.BarPicture] writes its own.
/// What draws the others is on no path of the command: those programs run in JVMs of their own,
/// with the jars of `bench-store-peers`.
package dev.millrace.bench.picture;
