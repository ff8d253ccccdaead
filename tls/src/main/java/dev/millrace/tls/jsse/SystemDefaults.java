package dev.millrace.tls.jsse;

import dev.millrace.tls.Resumption;
import java.time.Duration;

/// The defaults of a [dev.millrace.tls.TlsConfig] that properties of the JDK can change.
public final class SystemDefaults {
  private static final int TICKET_COUNT = 2;

  private SystemDefaults() {}

  public static Resumption resumption() {
    return SystemSettings.current().serverTickets() ? Resumption.STATELESS : Resumption.STATEFUL;
  }

  public static Duration ticketKeyPeriod() {
    return Duration.ofSeconds(SystemSettings.current().ticketKeyPeriod());
  }

  public static boolean statusRequest() {
    return SystemSettings.current().statusRequest();
  }

  public static boolean clientTickets() {
    return SystemSettings.current().clientTickets();
  }

  public static int ticketCount() {
    Integer count = SystemSettings.current().ticketCount();
    return count == null ? TICKET_COUNT : count;
  }
}
