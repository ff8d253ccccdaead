package dev.millrace.gateway;

import dev.millrace.gateway.renewal.Watched;
import dev.millrace.gateway.settings.Setting;
import dev.millrace.gateway.settings.Setting.Change;
import dev.millrace.gateway.settings.SettingSource;
import dev.millrace.gateway.settings.SettingSource.Chosen;
import dev.millrace.gateway.settings.Settings;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// Hands the settings of a gateway that runs to its parts when they have changed: those that hold
/// at once. Of others it tells, once, that they hold with the next start.
///
/// Used by [Watched], one call at a time.
final class Reconfiguration implements Watched.Source<Chosen> {
  private static final System.Logger LOG = System.getLogger(Reconfiguration.class.getName());

  private final SettingSource source;
  private final Chosen started;
  private final List<Consumer<Settings>> parts;
  private Chosen present;
  private List<String> waiting = List.of();
  private String told = "";

  /// @param started what the gateway started with
  /// @param parts each takes over what it goes by
  Reconfiguration(SettingSource source, Chosen started, List<Consumer<Settings>> parts) {
    this.source = source;
    this.started = started;
    this.parts = List.copyOf(parts);
    this.present = started;
  }

  @Override
  public byte[] content() throws IOException {
    return source.content();
  }

  @Override
  public Chosen made(byte[] content) {
    Chosen fresh = source.read();
    List<String> changed =
        present.changes(fresh).stream()
            .filter(setting -> setting.change() == Change.LIVE)
            .<String>map(Setting::name)
            .toList();
    if (!changed.isEmpty()) {
      parts.forEach(part -> part.accept(fresh.settings()));
    }
    present = fresh;
    told = changed.isEmpty() ? "" : String.join(", ", changed);
    tellOfOthers(fresh);
    return fresh;
  }

  private void tellOfOthers(Chosen fresh) {
    List<String> others =
        started.changes(fresh).stream()
            .filter(setting -> setting.change() != Change.LIVE)
            .<String>map(Setting::name)
            .toList();
    if (!others.isEmpty()) {
      String line = "with the next start: " + String.join(", ", others);
      told = told.isEmpty() ? line : told + "; " + line;
      if (!others.equals(waiting)) {
        LOG.log(System.Logger.Level.WARNING, "changes of settings that hold {0}", line);
      }
    }
    waiting = others;
  }

  @Override
  public String told(Chosen made) {
    return told;
  }
}
