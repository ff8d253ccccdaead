/// What is dear to make and is made once: [dev.millrace.tls.pool.Pool].
package dev.millrace.tls.pool;
