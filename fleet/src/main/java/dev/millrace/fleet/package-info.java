/// A fleet of nodes that share out keys between them.
///
/// A [dev.millrace.fleet.Membership] says which [dev.millrace.fleet.Members] there are, from a file
/// or from a service such as ZooKeeper; [dev.millrace.fleet.Routes] which of them to ask for a key.
package dev.millrace.fleet;
