package dev.millrace.tls.failure;

/// The peer keeps to the protocol, but what it offers or asks for does not go with what is
/// configured here.
public final class PeerIncompatible extends TlsFailure {
  private static final long serialVersionUID = 1L;

  private final Incompatibility incompatibility;

  public PeerIncompatible(Incompatibility incompatibility) {
    super(incompatibility.sentence(), null);
    this.incompatibility = incompatibility;
  }

  @Override
  public Alert alert() {
    return incompatibility.alert();
  }

  @Override
  public String reason() {
    return incompatibility.name();
  }
}
