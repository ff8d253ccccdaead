/// JSON that the gateway writes.
package dev.millrace.gateway.json;
