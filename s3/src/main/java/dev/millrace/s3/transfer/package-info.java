/// Downloads of large objects: in parts side by side, resumed where they break, verified.
///
/// [dev.millrace.s3.transfer.Downloader] is where to start.
package dev.millrace.s3.transfer;
