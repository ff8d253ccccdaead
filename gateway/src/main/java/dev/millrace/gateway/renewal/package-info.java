/// What is made of files, and made anew while the gateway runs.
package dev.millrace.gateway.renewal;
