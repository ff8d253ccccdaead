package dev.millrace.gateway.command;

import dev.millrace.s3.S3Exception;
import dev.millrace.s3.credentials.CredentialsException;
import dev.millrace.s3.transfer.ChangedObjectException;
import dev.millrace.s3.transfer.TargetException;
import dev.millrace.s3.transfer.VerificationException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;

/// What failed, and what its user can do about it.
///
/// @param signed whether requests are signed
/// @param regional whether the region says where the service is
record Diagnosis(boolean signed, boolean regional) {
  /// The failure to get `object`, in one line.
  CommandFailure failure(String object, IOException e) {
    String what = e instanceof TargetException ? "" : "cannot get " + object + ": ";
    return new CommandFailure(what + e.getMessage() + "; " + remedy(e), e);
  }

  private String remedy(IOException e) {
    return switch (e) {
      case S3Exception refusal -> remedy(refusal);
      case ChangedObjectException _ -> "run it again to get the new version";
      case VerificationException wrong ->
          wrong.isMismatch()
              ? "run it again; if it stays so, the stored object is damaged"
              : "leave out --verify to have it all the same";
      case TargetException _ -> "mend that or name another FILE";
      case CredentialsException _ -> "or give --anonymous";
      case UnknownHostException _ ->
          regional ? "check --region and the network" : "check the name and the network";
      case ConnectException _ -> "check that the service runs there, and the network";
      case SocketTimeoutException _ -> "check the network, or try again later";
      case SSLException _ -> "if the service has its own authority, give it with --cacert";
      default -> "try again";
    };
  }

  private String remedy(S3Exception refusal) {
    return switch (refusal.code()) {
      case "NoSuchBucket" -> "check the bucket" + (regional ? "" : " and --endpoint");
      case "RequestTimeTooSkewed" -> "set the clock of this machine";
      case "ExpiredToken", "InvalidToken" -> "renew the credentials";
      default ->
          switch (refusal.status()) {
            case 301, 307, 400 -> "check --region and --endpoint";
            case 401, 403 ->
                signed
                    ? "check the credentials, and that they may read it"
                    : "use s3:// without --anonymous, so that the request is signed";
            case 404 -> "check the bucket and the key";
            case 405, 501 -> "check that the service there is S3";
            case 412 -> "the object was replaced meanwhile: run it again";
            case 416 -> "check --range";
            default -> "try again later";
          };
    };
  }
}
