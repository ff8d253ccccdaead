package dev.millrace.gateway.http;

/// Counts the fields of header blocks of HTTP/2, octet by octet, without decoding what they say
/// (RFC 7541, section 6). An octet can stand for a whole field.
final class FieldCount {
  private enum Expected {
    FIELD,
    REST_OF_INDEX,
    LENGTH,
    REST_OF_LENGTH
  }

  private Expected expected = Expected.FIELD;
  private int strings;
  private int length;
  private int shift;
  private int skipped;
  private int fields;

  /// How many fields have begun so far.
  int fields() {
    return fields;
  }

  void add(byte octet) {
    if (skipped > 0) {
      skipped--;
      return;
    }
    switch (expected) {
      case FIELD -> begin(octet & 0xFF);
      case REST_OF_INDEX -> {
        if (octet >= 0) {
          expected = afterPart();
        }
      }
      case LENGTH -> {
        length = octet & 0x7F;
        shift = 0;
        if (length == 0x7F) {
          expected = Expected.REST_OF_LENGTH;
        } else {
          skipString();
        }
      }
      case REST_OF_LENGTH -> {
        // What does not fit is more than any block has, and refused by whoever decodes it.
        length += shift > 14 ? 0 : (octet & 0x7F) << shift;
        shift += 7;
        if (octet >= 0) {
          skipString();
        }
      }
    }
  }

  private void begin(int octet) {
    int prefix;
    if (octet >= 0x80) {
      prefix = 0x7F;
      strings = 0;
    } else if (octet >= 0x40) {
      prefix = 0x3F;
      strings = 1;
    } else if (octet >= 0x20) {
      prefix = 0x1F;
      strings = 0;
    } else {
      prefix = 0x0F;
      strings = 1;
    }
    if (strings == 1 && (octet & prefix) == 0) {
      strings = 2;
    }
    fields++;
    expected = (octet & prefix) == prefix ? Expected.REST_OF_INDEX : afterPart();
  }

  private void skipString() {
    skipped = length;
    strings--;
    expected = afterPart();
  }

  private Expected afterPart() {
    return strings > 0 ? Expected.LENGTH : Expected.FIELD;
  }
}
