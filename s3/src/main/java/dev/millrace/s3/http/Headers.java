package dev.millrace.s3.http;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Header fields in their order. Names are looked up without regard to their letter case.
public final class Headers implements Iterable<Header> {
  public static final Headers NONE = new Headers(List.of());

  private final List<Header> list;

  private Headers(List<Header> list) {
    this.list = list;
  }

  public static Headers of(List<Header> list) {
    return new Headers(List.copyOf(list));
  }

  /// The value of the only header of that name or, of several, of the first; null where there is
  /// none.
  public @Nullable String first(String name) {
    for (Header header : list) {
      if (header.isNamed(name)) {
        return header.value();
      }
    }
    return null;
  }

  /// The values of all headers of that name, joined by commas (RFC 9110, section 5.3); null where
  /// there is none.
  public @Nullable String joined(String name) {
    String all = null;
    for (Header header : list) {
      if (header.isNamed(name)) {
        all = all == null ? header.value() : all + ", " + header.value();
      }
    }
    return all;
  }

  public boolean contains(String name) {
    return first(name) != null;
  }

  public int size() {
    return list.size();
  }

  @Override
  public Iterator<Header> iterator() {
    return list.iterator();
  }

  /// Whether the comma-separated list that headers of that name make has a member that `test`
  /// accepts.
  boolean anyMember(String name, Predicate<String> test) {
    for (Header header : list) {
      if (header.isNamed(name)) {
        for (String member : members(header.value())) {
          if (test.test(member)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static List<String> members(String value) {
    List<String> members = new ArrayList<>(1);
    int begin = 0;
    for (int comma = value.indexOf(','); comma >= 0; comma = value.indexOf(',', begin)) {
      members.add(Grammar.trimmed(value, begin, comma));
      begin = comma + 1;
    }
    members.add(Grammar.trimmed(value, begin, value.length()));
    return members;
  }

  @Override
  public String toString() {
    return list.toString();
  }
}
