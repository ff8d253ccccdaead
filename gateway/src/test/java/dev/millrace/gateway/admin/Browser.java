package dev.millrace.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.TimeoutException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/// A Chromium without a window that looks at a gateway's page, through the driver that is installed
/// with it.
final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /// Starts one, or skips the tests where there is none.
  static Browser start() {
    Path chromium = program("chromium");
    Path chromedriver = program("chromedriver");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.toFile());
    options.setAcceptInsecureCerts(true);
    options.setCapability("goog:loggingPrefs", logs);
    // Its sandbox is not to be had as root, nor much of /dev/shm in a container.
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--hide-scrollbars",
        "--window-size=1280,900");
    System.setProperty(ChromeDriverService.CHROME_DRIVER_EXE_PROPERTY, chromedriver.toString());
    return new Browser(new ChromeDriver(options));
  }

  private static Path program(String name) {
    Optional<Path> found =
        Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
            .map(folder -> Path.of(folder, name))
            .filter(Files::isExecutable)
            .findFirst();
    return found.orElseGet(() -> {
      System.out.println("SKIPPED tests of the admin port's page: no " + name + " here");
      return abort("no " + name + " on this machine");
    });
  }

  /// Shows a page from the beginning, as a screen of that size does.
  ///
  /// @param scheme `light` or `dark`
  void open(String url, int width, int height, String scheme) {
    show(width, height, scheme);
    driver.get(url);
  }

  /// Shows the page that is open as another screen does.
  void show(int width, int height, String scheme) {
    size(width, height);
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  private void size(long width, long height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
  }

  void open(String url) {
    open(url, 1280, 900, "light");
  }

  WebElement at(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  void click(String selector) {
    at(selector).click();
  }

  /// Puts a text in place of what a field holds.
  void type(String selector, String text) {
    WebElement field = at(selector);
    field.clear();
    field.sendKeys(text);
  }

  /// Presses keys where the focus is.
  void press(CharSequence... keys) {
    driver.switchTo().activeElement().sendKeys(keys);
  }

  /// Goes on by the Tab key until the focus is there.
  void tabTo(String selector) {
    WebElement wanted = at(selector);
    for (int i = 0; i < 100; i++) {
      if (driver.switchTo().activeElement().equals(wanted)) {
        return;
      }
      press(Keys.TAB);
    }
    throw new AssertionError("the Tab key does not lead to " + selector);
  }

  /// The identity of what has the focus.
  String focused() {
    return String.valueOf(driver.switchTo().activeElement().getDomAttribute("id"));
  }

  /// Waits until an element's text contains that.
  void await(String selector, String text) {
    String[] last = {""};
    try {
      new WebDriverWait(driver, PATIENCE, Duration.ofMillis(50))
          .until(_ -> {
            last[0] = at(selector).getText();
            return last[0].contains(text);
          });
    } catch (TimeoutException _) {
      assertThat(last[0]).as(selector).contains(text);
    }
  }

  /// Waits until a script says `true`.
  void awaitTruth(String script) {
    new WebDriverWait(driver, PATIENCE, Duration.ofMillis(50))
        .until(_ -> Boolean.TRUE.equals(run("return " + script)));
  }

  Object run(String script) {
    return driver.executeScript(script);
  }

  /// What the browser complained of since it was asked last, but for those of the network.
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .filter(message -> !message.contains("Failed to load resource"))
        .toList();
  }

  /// Keeps a picture of the page, all of it, in `target/screenshots`.
  void keepPicture(String name) throws IOException {
    long height = ((Number) run("return document.documentElement.scrollHeight")).longValue();
    long width = ((Number) run("return innerWidth")).longValue();
    size(width, height);
    Path folder = Files.createDirectories(Path.of("target", "screenshots"));
    Screenshot.keep(driver.getScreenshotAs(OutputType.BYTES), folder.resolve(name));
  }

  @Override
  public void close() {
    driver.quit();
  }
}
