/// Where the keys come from that requests are signed with.
///
/// [dev.millrace.s3.credentials.AwsEnvironment] is where to start: it finds the keys that the AWS
/// tools would find. Whoever has keys from elsewhere implements
/// [dev.millrace.s3.credentials.CredentialsSource]. Every type here may be used by any number of
/// threads at once. No method accepts or returns null unless it is annotated `@Nullable`, and no
/// message and no text of an object holds a secret.
package dev.millrace.s3.credentials;
