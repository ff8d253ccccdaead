package dev.millrace.conformance.flag;

/// A test asks for what is not there, so it is skipped: neither passed nor failed.
public final class Unimplemented extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String what;

  /// @param what what is asked for, such as a flag
  public Unimplemented(String what) {
    super(what, null, false, false);
    this.what = what;
  }

  @Override
  public String getMessage() {
    return what;
  }
}
