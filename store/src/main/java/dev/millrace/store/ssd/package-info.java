/// The SSD tier: entries in files, read and written past the page cache.
///
/// [dev.millrace.store.ssd.SsdTier] is the door. Behind it: [Geometry], [SegmentFormat] and
/// [EntryRecord] say how entries lie in files and what the index has of them; [Staging] lays out
/// what is offered, [SegmentWriter] writes it; [SegmentFolder] keeps the files, [Recovery] reads
/// them at the start; [EntryIndex] says where entries are, [EntryReader] reads them; [Faults]
/// counts what fails. Where entries are sealed, [EntrySealer] does it before they are laid out, and
/// [Sealant] says what is on the device.
package dev.millrace.store.ssd;
