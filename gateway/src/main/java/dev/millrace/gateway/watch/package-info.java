/// Looking at something every now and then.
package dev.millrace.gateway.watch;
