package dev.millrace.tls.failure;

/// The peer did what the protocol forbids, or somebody on the way changed what it sent.
public final class PeerMisbehaved extends TlsFailure {
  private static final long serialVersionUID = 1L;

  private final Misbehaviour misbehaviour;

  public PeerMisbehaved(Misbehaviour misbehaviour) {
    super(misbehaviour.sentence(), null);
    this.misbehaviour = misbehaviour;
  }

  /// With what exactly, such as the name of a message.
  public PeerMisbehaved(Misbehaviour misbehaviour, String detail) {
    super(misbehaviour.sentence() + ": " + detail, null);
    this.misbehaviour = misbehaviour;
  }

  public Misbehaviour misbehaviour() {
    return misbehaviour;
  }

  @Override
  public Alert alert() {
    return misbehaviour.alert();
  }

  @Override
  public String reason() {
    return misbehaviour.name();
  }
}
