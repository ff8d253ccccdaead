package dev.millrace.gateway.command;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// SIGTERM or Ctrl-C, as something to wait for, and SIGHUP, as something to act on.
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
    for (var name : List.of("TERM", "INT")) {
      handle(
          name,
          (signal, asEver) -> {
            stop.arrived.countDown();
            asEver.resume(signal);
          });
    }
    // Until there is something to do, SIGHUP is not to end what is about to start.
    stop.onHangup(() -> {});
    return stop;
  }

  /// From now on SIGHUP does that, and no longer ends the process.
  void onHangup(Runnable action) {
    handle("HUP", (_, _) -> action.run());
  }

  private interface Action {
    void perform(Object signal, AsEver asEver) throws ReflectiveOperationException;
  }

  /// Leaves a signal to what is done with it without us.
  private interface AsEver {
    void resume(Object signal) throws ReflectiveOperationException;
  }

  private static void handle(String name, Action action) {
    try {
      var signal = Class.forName("sun.misc.Signal");
      var handler = Class.forName("sun.misc.SignalHandler");
      var handle = signal.getMethod("handle", signal, handler);
      var unhandled = handler.getField("SIG_DFL").get(null);
      AsEver asEver = which -> handle.invoke(null, which, unhandled);
      var handling =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "handle" -> {
                      action.perform(arguments[0], asEver);
                      yield null;
                    }
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> false;
                    default -> name;
                  });
      handle.invoke(null, signal.getConstructor(String.class).newInstance(name), handling);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot handle signals", e);
    }
  }

  /// Waits for the signal.
  void await() throws InterruptedException {
    arrived.await();
  }
}
