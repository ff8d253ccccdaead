/// What metrics and spans have in common: whom they are told, and for whose sake a thread works.
package dev.millrace.gateway.otlp;
