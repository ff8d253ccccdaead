package dev.millrace.store.io;

import dev.millrace.store.io.Uring.RingSetup;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// io_uring: some rings, among which the threads that ask are spread, so that all requests of one
/// thread go to the same ring and no queue is everybody's.
final class UringEngine implements Engine {
  /// Thread numbers come in sequences; multiplied by this, their upper bits are spread evenly.
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final List<Ring> rings;
  private final EngineFacts facts;

  private UringEngine(List<Ring> rings, EngineFacts facts) {
    this.rings = List.copyOf(rings);
    this.facts = facts;
  }

  /// Makes the rings.
  ///
  /// @throws RingRefusedException if the kernel makes fewer
  static UringEngine open(IoConfig config, MemorySegment buffers, RingSetup kernel)
      throws RingRefusedException {
    List<Ring> rings = new ArrayList<>();
    try {
      for (int i = 0; i < config.queues(); i++) {
        rings.add(Ring.open(i, config.entries(), buffers, kernel));
      }
    } catch (RingRefusedException e) {
      rings.forEach(Ring::stop);
      throw e;
    }
    List<String> features = new ArrayList<>();
    features.add("rings: %d of %d entries".formatted(rings.size(), config.entries()));
    rings.stream().flatMap(ring -> ring.features().stream()).distinct().forEach(features::add);
    return new UringEngine(rings, new EngineFacts("io_uring", Optional.empty(), features));
  }

  @Override
  public EngineFacts facts() {
    return facts;
  }

  @Override
  public void submit(Request request) {
    long number = (Thread.currentThread().threadId() * SPREAD) >>> Integer.SIZE;
    rings.get((int) ((number * rings.size()) >>> Integer.SIZE)).submit(request);
  }

  @Override
  public void attach(DirectFile file) throws DeviceException {
    for (Ring ring : rings) {
      int result = tell(ring, file, Request.Operation.ATTACH);
      if (result < 0) {
        throw new DeviceException("registration of " + file.path(), new Errno(-result));
      }
    }
  }

  @Override
  public void detach(DirectFile file) {
    rings.forEach(ring -> tell(ring, file, Request.Operation.DETACH));
  }

  private static int tell(Ring ring, DirectFile file, Request.Operation operation) {
    Request request = Request.of(operation, file.descriptor(), file.slot());
    ring.submit(request);
    return request.await();
  }

  @Override
  public IoStats stats() {
    return StageLog.sum(
        rings.stream().map(Ring::log).toList(), rings.stream().mapToLong(Ring::systemCalls).sum());
  }

  @Override
  public void close() {
    rings.forEach(Ring::stop);
  }
}
