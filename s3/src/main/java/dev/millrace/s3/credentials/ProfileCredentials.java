package dev.millrace.s3.credentials;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Keys of a profile: written down there, or those of a role that the profile takes on with a web
/// identity. The profile is looked at for every request, so that rotated keys are taken up.
///
/// What a profile asks for beyond that is refused: other keys than those it asks for would be
/// somebody else's.
final class ProfileCredentials implements Place, CredentialsSource {
  private static final List<String> UNSUPPORTED =
      List.of("sso_session", "sso_start_url", "login_session", "credential_process");
  private static final List<String> UNSUPPORTED_FOR_A_ROLE =
      List.of("source_profile", "credential_source");

  /// The keys of one identity, and their refreshing.
  private record Assumed(WebIdentity identity, CredentialsSource keys) {}

  private final Profile profile;
  private final Function<WebIdentity, CredentialsSource> assume;
  private @Nullable Assumed latest;

  /// @param assume makes the keys of an identity
  ProfileCredentials(Profile profile, Function<WebIdentity, CredentialsSource> assume) {
    this.profile = profile;
    this.assume = assume;
  }

  @Override
  public Optional<CredentialsSource> source() throws CredentialsException {
    Map<String, String> settings = profile.settings();
    if (settings.isEmpty() && profile.named()) {
      throw new CredentialsException(
          "no credentials: AWS_PROFILE names profile \"%s\", which is in neither of %s, and"
                  .formatted(profile.name(), profile.places())
              + " AWS_ACCESS_KEY_ID is not set",
          null);
    }
    return present(settings).map(_ -> this);
  }

  @Override
  public String absence() {
    return "profile \"%s\" has no aws_access_key_id in %s"
        .formatted(profile.name(), profile.places());
  }

  @Override
  public Optional<Credentials> credentials() throws CredentialsException {
    Optional<CredentialsSource> source = present(profile.settings());
    if (source.isEmpty()) {
      throw new CredentialsException("no credentials any more in " + profile, null);
    }
    return source.get().credentials();
  }

  private Optional<CredentialsSource> present(Map<String, String> settings)
      throws CredentialsException {
    refuse(UNSUPPORTED, settings);
    String role = settings.get("role_arn");
    String tokenFile = settings.get("web_identity_token_file");
    if (role == null && tokenFile == null) {
      return StatedCredentials.IN_PROFILES
          .in(profile.toString(), settings::get)
          .map(CredentialsSource::of);
    }
    refuse(UNSUPPORTED_FOR_A_ROLE, settings);
    if (role == null || tokenFile == null) {
      throw new CredentialsException(
          "%s has %s but not %s"
              .formatted(
                  profile,
                  role == null ? "web_identity_token_file" : "role_arn",
                  role == null ? "role_arn" : "web_identity_token_file"),
          null);
    }
    return Optional.of(assumed(role, tokenFile, settings.get("role_session_name")));
  }

  private CredentialsSource assumed(String role, String tokenFile, @Nullable String session)
      throws CredentialsException {
    WebIdentity identity;
    try {
      identity = WebIdentity.of(role, Path.of(tokenFile), session);
    } catch (InvalidPathException e) {
      throw new CredentialsException(
          "web_identity_token_file of " + profile + " is not a path: " + e.getMessage(), e);
    }
    synchronized (this) {
      if (latest == null || !latest.identity.equals(identity)) {
        latest = new Assumed(identity, assume.apply(identity));
      }
      return latest.keys;
    }
  }

  private void refuse(List<String> names, Map<String, String> settings)
      throws CredentialsException {
    for (String name : names) {
      if (settings.containsKey(name)) {
        throw new CredentialsException(
            ("%s has %s, which is not supported; put the keys into the environment that"
                    + " \"aws configure export-credentials --profile %s --format env\" prints")
                .formatted(profile, name, profile.name()),
            null);
      }
    }
  }
}
