/// What membership sends: nodes of a fleet and a ZooKeeper server, each in JVMs of their own, and
/// what goes between them counted.
package dev.millrace.bench.growth.membership;
