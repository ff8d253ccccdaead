/// nginx as benches run it, with a certificate of their own.
package dev.millrace.bench.nginx;
