/// When to ask again, and when not to.
package dev.millrace.s3.retry;
