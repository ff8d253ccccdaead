package dev.millrace.gateway.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.TestGateway;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/// The page of the admin port in a browser, and what its controls do to a gateway.
@Timeout(300)
class WebPageTest {
  private static final String NAME = "logs/2026/a rather long name of an object, ü.parquet";

  private static Browser browser;

  /// Ends gateways, which takes each as long as it keeps connections of the browser.
  private static final ExecutorService ENDING = Executors.newVirtualThreadPerTaskExecutor();

  private static final List<Future<?>> ENDS = new ArrayList<>();

  @TempDir private Path folder;
  private Path objects;
  private TestGateway gateway;

  @BeforeAll
  static void start_browser() {
    browser = Browser.start();
  }

  @AfterAll
  static void stop_browser() throws Exception {
    if (browser != null) {
      browser.close();
    }
    ENDING.close();
    for (Future<?> end : ENDS) {
      end.get();
    }
  }

  @BeforeEach
  void start_gateway() throws IOException {
    objects = Files.createDirectories(folder.resolve("objects"));
    Files.createDirectories(objects.resolve("logs/2026"));
    write("before");
    gateway = started(0, "admin-token", TestGateway.token(folder).toString());
  }

  @AfterEach
  void stop_gateway() {
    ENDS.add(ENDING.submit(gateway::close));
  }

  @AfterEach
  void the_browser_has_nothing_to_complain_of() {
    assertThat(browser.complaints()).isEmpty();
  }

  private TestGateway started(int adminPort, String... more) throws IOException {
    List<String> flags =
        new ArrayList<>(
            List.of("admin-port", String.valueOf(adminPort), "facts-time-to-live", "1h"));
    flags.addAll(List.of(more));
    return TestGateway.serving(objects, flags.toArray(String[]::new));
  }

  private void write(String content) throws IOException {
    Files.writeString(objects.resolve(NAME), content);
  }

  private String read() throws IOException, InterruptedException {
    return new String(
        gateway
            .get("/mill/logs/2026/a%20rather%20long%20name%20of%20an%20object%2C%20%C3%BC.parquet")
            .body(),
        UTF_8);
  }

  private void open() {
    browser.open(gateway.adminUrl("/"));
    browser.await("#state", "Ready");
  }

  private void unlock() {
    browser.type("#token", TestGateway.TOKEN);
    browser.click("#unlock button");
    browser.awaitTruth("!document.getElementById('actions').disabled");
  }

  @Test
  void all_who_reach_the_port_see_figures_and_no_names() throws Exception {
    for (int i = 0; i < 3; i++) {
      read();
    }
    open();
    browser.await("#requests-table", "2xx");
    browser.awaitTruth(
        "document.querySelector('#requests-table tbody tr td:last-child').textContent === '3'");
    browser.await("#hits-table", "origin");
    browser.await("#latency-table", "all, last 10 s");
    browser.await("#handshakes-table", "resumed");
    browser.await("#ends-table", "cut off without a word");
    browser.await("#pauses-table", "since the start");
    browser.await("#tiers", "memory: ");
    browser.await("#fleet-said", "in no fleet");
    browser.await("#top-said", "to those who have the token");
    assertThat(browser.at("#purge button").isEnabled()).isFalse();
    assertThat((String) browser.run("return document.documentElement.outerHTML"))
        .doesNotContain(".parquet");
  }

  @Test
  void rates_and_ratios_are_those_of_what_is_asked() throws Exception {
    read();
    open();
    browser.awaitTruth("document.querySelectorAll('#requests-chart path').length === 1");
    for (int i = 0; i < 50; i++) {
      read();
    }
    browser.await("#hits-now", "100.0 %");
    browser.await("#hits-table", "100.0 %");
    browser.awaitTruth(
        "document.querySelector('#hits-chart svg').ariaLabel.includes('now 100.0 %')");
    browser.awaitTruth("document.querySelector('#latency-now').textContent.endsWith('ms')");
  }

  @Test
  void latency_is_shown_to_the_first_byte_or_to_the_last() throws Exception {
    open();
    read();
    browser.await("#latency-table", "origin");
    String all = "document.querySelector('#latency-table td').textContent";
    String toFirst = (String) browser.run("return " + all);
    browser.click("[name=latency][value=lastByte]");
    browser.awaitTruth(all + ".endsWith('ms')");
    browser.click("[name=latency][value=firstByte]");
    browser.awaitTruth(all + " === '" + toFirst + "'");
  }

  @Test
  void a_wrong_token_is_told_to_be_wrong() {
    open();
    for (String wrong : List.of("not the secret of operators", "ü€")) {
      browser.type("#token", wrong);
      browser.click("#unlock button");
      browser.await("#unlock-said", "not");
      assertThat(browser.at("#purge button").isEnabled()).isFalse();
    }
  }

  @Test
  void who_has_the_token_sees_what_is_asked_for_most_until_they_lock_the_page() throws Exception {
    read();
    open();
    unlock();
    browser.await("#top-table", NAME);
    assertThat(browser.run("return localStorage.length + sessionStorage.length")).isEqualTo(0L);
    browser.click("#lock");
    browser.await("#top-said", "to those who have the token");
    assertThat(browser.at("#purge button").isEnabled()).isFalse();
    assertThat(browser.at("#token").getDomProperty("value")).isEmpty();
    assertThat(browser.focused()).isEqualTo("token");
  }

  @Test
  void what_is_purged_comes_from_the_origin_anew() throws Exception {
    open();
    unlock();
    assertThat(read()).isEqualTo("before");
    write("after key");
    assertThat(read()).isEqualTo("before");
    browser.click("#purge .grave");
    browser.await("#purge-said", "Say which object");
    browser.type("#purge-name", NAME);
    browser.click("#purge .grave");
    browser.await("#purge-said", "200: purged \"" + NAME + "\" on 1 node");
    assertThat(read()).isEqualTo("after key");

    write("after prefix");
    browser.click("[name=purged][value=prefix]");
    assertThat(browser.at("#purge-named label").getText()).isEqualTo("Prefix");
    browser.type("#purge-name", "logs/");
    browser.click("#purge .grave");
    browser.awaitTruth("document.getElementById('purge-said').ariaBusy === 'false'");
    assertThat(read()).isEqualTo("after prefix");
  }

  @Test
  void everything_is_purged_by_who_says_so_twice() throws Exception {
    open();
    unlock();
    read();
    write("after");
    browser.click("[name=purged][value=everything]");
    assertThat(browser.at("#purge-name").isDisplayed()).isFalse();
    browser.click("#purge .grave");
    browser.await("#sure", "Purge everything?");
    browser.click("#sure-no");
    browser.awaitTruth("!document.getElementById('sure').open");
    assertThat(read()).isEqualTo("before");
    browser.click("#purge .grave");
    browser.click("#sure-yes");
    browser.await("#purge-said", "200: purged everything on 1 node");
    assertThat(read()).isEqualTo("after");
  }

  @Test
  void objects_are_fetched_ahead_below_a_prefix_or_from_a_list() {
    open();
    unlock();
    browser.type("#warm-up-prefix", "logs/");
    browser.click("#warm-up button");
    browser.await("#warm-up-said", "done: 1 object, 6 bytes; ");
    browser.click("[name=warmed][value=keys]");
    browser.type("#warm-up-keys", NAME + "\nlogs/none");
    browser.click("#warm-up button");
    browser.await("#warm-up-said", "1 failed");
    browser.await("#warm-up-said", "logs/none: ");
  }

  @Test
  void a_gateway_is_drained_by_who_says_so_twice_and_resumed() throws Exception {
    open();
    unlock();
    browser.click("#drain");
    browser.press(Keys.ESCAPE);
    browser.awaitTruth("!document.getElementById('sure').open");
    assertThat(gateway.admin("GET", "/health/ready").statusCode()).isEqualTo(200);
    browser.click("#drain");
    browser.click("#sure-yes");
    browser.await("#drain-said", "200: draining");
    assertThat(gateway.admin("GET", "/health/ready").statusCode()).isEqualTo(503);
    browser.await("#state", "Not ready: draining");
    assertThat(read()).isEqualTo("before");
    browser.click("#resume");
    browser.await("#drain-said", "200: not draining");
    assertThat(gateway.admin("GET", "/health/ready").statusCode()).isEqualTo(200);
    browser.await("#state", "Ready");
  }

  @Test
  void the_keyboard_alone_is_enough() throws Exception {
    open();
    browser.press(Keys.TAB, Keys.TAB);
    browser.press(Keys.ENTER);
    assertThat(browser.focused()).isEqualTo("operate");
    browser.tabTo("#token");
    browser.press(TestGateway.TOKEN, Keys.ENTER);
    browser.awaitTruth("document.activeElement.name === 'purged'");
    read();
    write("after");
    browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
    browser.tabTo("#purge .grave");
    browser.press(Keys.ENTER);
    browser.awaitTruth("document.getElementById('sure').open");
    assertThat(browser.focused()).isEqualTo("sure-no");
    browser.press(Keys.ESCAPE);
    browser.awaitTruth("!document.getElementById('sure').open");
    assertThat(read()).isEqualTo("before");
    browser.press(Keys.ENTER);
    browser.awaitTruth("document.getElementById('sure').open");
    browser.tabTo("#sure-yes");
    browser.press(Keys.SPACE);
    browser.await("#purge-said", "200: purged everything on 1 node");
    assertThat(read()).isEqualTo("after");
    for (String next : List.of("#warm-up button", "#drain", "#resume")) {
      browser.tabTo(next);
    }
  }

  @Test
  void a_gateway_that_is_gone_is_told_and_one_that_is_back_is_shown() throws Exception {
    open();
    unlock();
    int port = URI.create(gateway.adminUrl("/")).getPort();
    gateway.close();
    browser.await("#state", "No answer since");
    gateway = started(port);
    browser.await("#state", "Ready");
    browser.await("#unlock-said", "started without admin-token");
    assertThat(browser.at("#token").isEnabled()).isFalse();
    assertThat(browser.at("#purge button").isEnabled()).isFalse();
  }

  @Test
  void nothing_comes_from_elsewhere() {
    open();
    Object foreign =
        browser.run(
            "return performance.getEntriesByType('resource').map(entry => entry.name)"
                + ".filter(name => !name.startsWith(location.origin + '/'))");
    assertThat(foreign).isEqualTo(List.of());
  }

  @Test
  void a_phone_shows_all_of_it_without_scrolling_sideways() throws Exception {
    read();
    browser.open(gateway.adminUrl("/"), 360, 740, "light");
    browser.await("#state", "Ready");
    unlock();
    browser.await("#top-table", NAME);
    browser.await("#hits-table", "origin");
    assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(360L);
    assertThat(browser.run("return innerWidth")).isEqualTo(360L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void text_stands_out_from_its_ground_in_both_schemes(String scheme) throws Exception {
    read();
    browser.open(gateway.adminUrl("/"), 1280, 900, scheme);
    browser.await("#state", "Ready");
    String ground =
        (String) browser.run("return getComputedStyle(document.documentElement).backgroundColor");
    assertThat(ground).isEqualTo(scheme.equals("dark") ? "rgb(15, 19, 24)" : "rgb(244, 246, 248)");
    unlock();
    browser.await("#top-table", NAME);
    browser.click("#purge .grave");
    browser.await("#purge-said", "Say which");
    assertThat(faint()).isEqualTo(List.of());
  }

  /// Texts whose contrast to what is behind them is less than WCAG 2.2 wants at level AA.
  private static Object faint() {
    return browser.run(
        """
        const channels = color => color.match(/[\\d.]+/g).map(Number);
        const light = ([r, g, b]) => [r, g, b].map(c => c / 255)
            .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
            .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
        const ground = element => {
          for (let at = element; at; at = at.parentElement) {
            const color = channels(getComputedStyle(at).backgroundColor);
            if (color[3] !== 0) return color;
          }
          throw new Error('no ground');
        };
        const contrast = element => {
          const [a, b] = [light(channels(getComputedStyle(element).color)), light(ground(element))];
          return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        };
        return [...document.querySelectorAll('body *')]
            .filter(element => !element.closest('svg, dialog:not([open])')
                && element.checkVisibility()
                && [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
            .filter(element => contrast(element) < 4.5)
            .map(element => element.textContent + ' ' + contrast(element));
        """);
  }

  @Test
  void all_controls_and_pictures_have_names() throws Exception {
    read();
    open();
    unlock();
    browser.await("#top-table", NAME);
    List<WebElement> all =
        browser.all("input, textarea, button, fieldset, table, section, svg, dialog");
    assertThat(all).hasSizeGreaterThan(30);
    assertThat(
            all.stream()
                .filter(WebElement::isDisplayed)
                .filter(each -> each.getAccessibleName().isBlank()))
        .isEmpty();
    assertThat(browser.all("[tabindex]"))
        .extracting(each -> each.getDomAttribute("tabindex"))
        .containsOnly("0", "-1");
  }
}
