/// Conscrypt for [dev.millrace.tls]: nothing that an application needs to name.
package dev.millrace.tlsnative;
