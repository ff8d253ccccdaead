/// Reading XML that somebody else has written.
package dev.millrace.s3.xml;
