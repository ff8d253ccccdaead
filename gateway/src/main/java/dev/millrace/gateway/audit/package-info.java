/// What is written down of who did what, for those who have to answer for it.
package dev.millrace.gateway.audit;
