/// `millrace bench store-field`: a field on the heap, through Unsafe, and through the memory tier's
/// views.
package dev.millrace.bench.store.field;
