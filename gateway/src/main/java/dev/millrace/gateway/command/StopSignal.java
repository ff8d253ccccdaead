package dev.millrace.gateway.command;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;

/// SIGTERM or Ctrl-C, as something to wait for.
///
/// A shutdown hook could not do this: the exit status would be 143 or 130, and halting within the
/// hook to change that would cut off other hooks, such as the one that writes a JFR recording.
/// `sun.misc.Signal`, exported by the module jdk.unsupported, is reached by reflection because
/// javac's warning of it cannot be suppressed where `--release` is given.
final class StopSignal {
  private final CountDownLatch arrived = new CountDownLatch(1);

  private StopSignal() {}

  /// From now on the first signal only ends [#await]; a second one stops the process at once.
  static StopSignal install() {
    var stop = new StopSignal();
    try {
      var signal = Class.forName("sun.misc.Signal");
      var handler = Class.forName("sun.misc.SignalHandler");
      var handle = signal.getMethod("handle", signal, handler);
      var asEver = handler.getField("SIG_DFL").get(null);
      var once =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (_, method, arguments) -> stop.signalled(method, arguments, handle, asEver));
      for (var name : new String[] {"TERM", "INT"}) {
        handle.invoke(null, signal.getConstructor(String.class).newInstance(name), once);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot handle signals", e);
    }
    return stop;
  }

  /// Waits for the signal.
  void await() throws InterruptedException {
    arrived.await();
  }

  /// What the proxy of `SignalHandler` does for its one method, `handle(Signal)`, and for those of
  /// `Object`.
  private Object signalled(Method method, Object[] arguments, Method handle, Object asEver)
      throws ReflectiveOperationException {
    return switch (method.getName()) {
      case "handle" -> {
        arrived.countDown();
        yield handle.invoke(null, arguments[0], asEver);
      }
      case "hashCode" -> System.identityHashCode(this);
      case "equals" -> false;
      default -> "StopSignal";
    };
  }
}
