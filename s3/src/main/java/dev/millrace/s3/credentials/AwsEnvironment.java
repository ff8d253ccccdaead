package dev.millrace.s3.credentials;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// What the AWS tools would find around this process.
///
/// The order of the places is that of the AWS SDK for Java 2.x ("Default credentials provider
/// chain"), without its system properties:
///
/// 1. environment variables with keys,
/// 2. environment variables with a web identity, which STS gives keys for,
/// 3. the profile that AWS_PROFILE names, or else `default`,
/// 4. the credentials service of a container, of ECS or EKS,
/// 5. the metadata service of an EC2 instance.
///
/// Each is named and defined in the AWS SDKs and Tools Reference Guide, "Standardized credential
/// providers". Profile files are read again when they have changed, and keys that end are renewed
/// in time. Nothing is read and nobody asked before the first call that needs it.
public final class AwsEnvironment {
  private final StatedRegion region;
  private final InstanceMetadata metadata;
  private final CredentialsSource keys;

  /// @param variables the environment variables
  /// @param home the folder that `.aws` lies in
  public AwsEnvironment(Map<String, String> variables, Path home) {
    this(variables, home, new UrlConnectionHttp(), InstantSource.system(), new Random());
  }

  AwsEnvironment(
      Map<String, String> values,
      Path home,
      MetadataHttp http,
      InstantSource clock,
      RandomGenerator random) {
    Variables variables = new Variables(values);
    Profile profile = new Profile(variables, home);
    region = new StatedRegion(variables, profile);
    metadata = new InstanceMetadata(variables, http, clock);
    SecurityTokenService sts = new SecurityTokenService(variables, region, http);
    Function<WebIdentity, CredentialsSource> assume =
        identity -> new RefreshedCredentials(() -> sts.assumeRole(identity), clock, random);
    keys =
        new SearchedPlaces(
            List.of(
                new VariableCredentials(variables),
                new WebIdentityCredentials(variables, assume),
                new ProfileCredentials(profile, assume),
                new ContainerCredentials(variables, http, clock, random),
                new InstanceCredentials(metadata, clock, random)));
  }

  /// The environment of this process and its user.
  public static AwsEnvironment ofProcess() {
    return new AwsEnvironment(System.getenv(), Path.of(System.getProperty("user.home")));
  }

  /// The keys of the first place that has any. The place is searched for when keys are first asked
  /// for, and kept from then on; a place that was set up but fails is told, not passed over.
  ///
  /// May block for as long as a service takes to answer: a few seconds where it hangs.
  public CredentialsSource credentials() {
    return keys;
  }

  /// The region in AWS_REGION or AWS_DEFAULT_REGION, or else that of the profile, or else the one
  /// that the EC2 instance is in; empty where there is none.
  ///
  /// May block for a second or two where nothing names a region and this is no EC2 instance.
  public Optional<String> region() throws CredentialsException {
    Optional<String> stated = region.find();
    return stated.isPresent() || !metadata.present() ? stated : metadata.region();
  }

  /// As [#region()], without asking the instance: for requests that need some region to be signed
  /// for, but do not depend on which.
  public Optional<String> statedRegion() throws CredentialsException {
    return region.find();
  }
}
