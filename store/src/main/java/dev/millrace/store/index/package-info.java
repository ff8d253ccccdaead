/// Where entries are: a hash table off heap, of eight bytes for each.
package dev.millrace.store.index;
