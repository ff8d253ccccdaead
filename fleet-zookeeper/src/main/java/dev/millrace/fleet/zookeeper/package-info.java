/// The membership of a fleet on ZooKeeper, through Curator.
///
/// No Java module: the jars of ZooKeeper share packages between them, so that all of this is on the
/// class path, and found there as a [dev.millrace.fleet.MembershipProvider].
@NullMarked
package dev.millrace.fleet.zookeeper;

import org.jspecify.annotations.NullMarked;
