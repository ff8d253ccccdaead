package dev.millrace.tls.handshake;

import org.jspecify.annotations.Nullable;

/// No resumption at all.
enum NoTickets implements Tickets {
  INSTANCE;

  @Override
  public byte @Nullable [] issue(ResumableSession session) {
    return null;
  }

  @Override
  public @Nullable ResumableSession redeem(byte[] ticket) {
    return null;
  }

  @Override
  public @Nullable ResumableSession redeem12(byte[] ticket) {
    return null;
  }

  @Override
  public boolean sealsSessions() {
    return false;
  }

  @Override
  public boolean isDated(byte[] ticket) {
    return false;
  }

  @Override
  public boolean storesSessions() {
    return false;
  }

  @Override
  public void store12(byte[] sessionId, ResumableSession session) {}

  @Override
  public @Nullable ResumableSession find12(byte[] sessionId) {
    return null;
  }

  @Override
  public void remove(ResumableSession session) {}

  @Override
  public boolean isFirstUse(byte[] binder) {
    return false;
  }

  @Override
  public long lifetime() {
    return 0;
  }
}
