/// Which of several members a key belongs to: [dev.millrace.fleet.placement.Placement], for the
/// nodes of a fleet, the shards within one, or whatever else shares out keys.
package dev.millrace.fleet.placement;
