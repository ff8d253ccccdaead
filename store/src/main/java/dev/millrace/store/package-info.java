/// Objects in tiers: [dev.millrace.store.TieredStore] is memory, and below it an SSD where a folder
/// is given. Either tier can be used alone.
package dev.millrace.store;
