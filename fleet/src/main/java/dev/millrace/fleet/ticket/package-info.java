/// Keys of session tickets (RFC 8446, section 4.6.1) that a fleet shares, so that whoever has a
/// ticket of one node resumes its session on any.
package dev.millrace.fleet.ticket;
