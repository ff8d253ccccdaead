/// The memory tier: entries off the heap, bounded in bytes.
///
/// [MemoryTier] is the door. Behind it: [Slab] is the memory, cut into segments; [Segments] says
/// what is appended where, and what is evicted; [EntryFormat] says how an entry lies in a segment;
/// `HashIndex` says where, and [Lookup] finds it there. Readers hold what they read by [Pins], or
/// ask afterwards whether it was still there; writers hold it by [Segment].
package dev.millrace.store.memory;
