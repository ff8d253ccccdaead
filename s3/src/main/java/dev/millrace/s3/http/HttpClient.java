package dev.millrace.s3.http;

/// A client for HTTP/1.1 with a pool of connections.
///
/// All of it happens in the caller's thread, which may be virtual: an exchange takes a connection,
/// writes, reads, and gives it back. Any number of threads may have exchanges at once. A thread of
/// the client's own ends what takes too long and closes connections that nobody needs.
public final class HttpClient implements AutoCloseable {
  private final HttpSettings settings;
  private final ConnectionPool pool;

  public HttpClient(HttpSettings settings) {
    this.settings = settings;
    this.pool = new ConnectionPool(settings);
  }

  /// A request that is ready to be sent.
  public Exchange exchange(Route route, HttpRequest request) {
    return new Exchange(pool, route, request, settings.keepAlive());
  }

  public PoolStanding standing() {
    return pool.standing();
  }

  /// Closes the connections. Exchanges under way go on, and no new one can be sent.
  @Override
  public void close() {
    pool.close();
  }
}
