/// Spans: which part of a request took how long, here and at those who were asked for its sake.
package dev.millrace.gateway.trace;
