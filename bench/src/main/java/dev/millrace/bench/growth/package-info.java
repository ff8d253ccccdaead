/// `fleet-growth`: what becomes of load, moved keys, cost and membership as a fleet grows; all but
/// membership simulated by the code that places keys in a fleet.
package dev.millrace.bench.growth;
