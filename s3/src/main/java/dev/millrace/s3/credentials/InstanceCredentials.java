package dev.millrace.s3.credentials;

import java.time.InstantSource;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Keys of the role of the EC2 instance that this process runs on.
final class InstanceCredentials implements Place {
  private final InstanceMetadata metadata;
  private final CredentialsSource keys;

  InstanceCredentials(InstanceMetadata metadata, InstantSource clock, RandomGenerator random) {
    this.metadata = metadata;
    this.keys = new RefreshedCredentials(metadata::keys, clock, random);
  }

  @Override
  public Optional<CredentialsSource> source() throws CredentialsException {
    return metadata.present() ? Optional.of(keys) : Optional.empty();
  }

  @Override
  public String absence() {
    return metadata.absence();
  }
}
