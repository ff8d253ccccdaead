/// The SSD tier: entries in files, read and written past the page cache.
///
/// [dev.millrace.store.ssd.SsdTier] is the door. Behind it: [Geometry], [SegmentFormat] and
/// [EntryRecord] say how entries lie in files and what the index has of them; [Staging] lays out
/// what is offered, [SegmentWriter] writes it; [SegmentFolder] keeps the files, [Recovery] reads
/// them at the start; [EntryIndex] says where entries are; [Faults] counts what fails.
package dev.millrace.store.ssd;
