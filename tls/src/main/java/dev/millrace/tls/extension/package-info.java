/// Extensions of handshake messages, one file each, with the forms that each has from message to
/// message inside it. [dev.millrace.tls.extension.Extensions] is what a message carries.
package dev.millrace.tls.extension;
