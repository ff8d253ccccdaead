package dev.millrace.s3.sign;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The key that the requests of one day (UTC) to S3 in one region are signed with: it is derived
/// from the secret in four steps, so whoever holds it may sign no others.
final class DayKey {
  private static final String HMAC = "HmacSHA256";
  private static final int DAY = 86_400;

  private final String secret;
  private final String region;
  private final long day;
  private final String date;
  private final String scope;
  private final SecretKeySpec key;

  DayKey(String secret, String region, Instant now) {
    this.secret = secret;
    this.region = region;
    day = dayOf(now);
    date = DateTimeFormatter.BASIC_ISO_DATE.format(LocalDate.ofEpochDay(day));
    scope = date + "/" + region + "/s3/aws4_request";
    SecretKeySpec derived = new SecretKeySpec(("AWS4" + secret).getBytes(UTF_8), HMAC);
    for (String step : new String[] {date, region, "s3", "aws4_request"}) {
      derived = new SecretKeySpec(hmac(derived, step), HMAC);
    }
    key = derived;
  }

  /// Whether this is what `secret` signs with in `region` at `now`.
  boolean isFor(String secret, String region, Instant now) {
    return day == dayOf(now) && this.secret.equals(secret) && this.region.equals(region);
  }

  /// What the key is good for: DATE/REGION/SERVICE/aws4_request.
  String scope() {
    return scope;
  }

  /// A time of this key's day, in the basic format of ISO 8601: 20130524T000000Z.
  String time(Instant time) {
    int second = Math.floorMod(time.getEpochSecond(), DAY);
    StringBuilder text = new StringBuilder(16).append(date).append('T');
    appendTwoDigits(text, second / 3600);
    appendTwoDigits(text, second / 60 % 60);
    appendTwoDigits(text, second % 60);
    return text.append('Z').toString();
  }

  byte[] sign(String text) {
    return hmac(key, text);
  }

  private static long dayOf(Instant time) {
    return Math.floorDiv(time.getEpochSecond(), DAY);
  }

  private static void appendTwoDigits(StringBuilder text, int number) {
    text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }

  private static byte[] hmac(SecretKeySpec key, String text) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(key);
      return mac.doFinal(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + HMAC, e);
    }
  }
}
