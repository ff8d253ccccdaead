/// This gateway as a node of a fleet: who the others are, which of them has a slice, and the ticket
/// keys that all share.
package dev.millrace.gateway.fleet;
