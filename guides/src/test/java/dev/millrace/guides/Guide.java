package dev.millrace.guides;

import dev.millrace.guides.Block.Commands;
import dev.millrace.guides.Block.Dependencies;
import dev.millrace.guides.Block.Excerpt;
import dev.millrace.guides.Block.Interrupt;
import dev.millrace.guides.Block.NotRun;
import dev.millrace.guides.Block.Server;
import dev.millrace.guides.Block.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A guide, as far as it can be followed by a machine.
///
/// Its fenced blocks are `sh`, then maybe `text` for what that prints; and `java`, `xml`, `yaml`
/// and `properties`, which are files where a comment in their first line names one. Every other
/// block is an error, so that none is left out unseen. The first line of a `sh` block can be `#
/// terminal NAME` for a server, or `# Ctrl-C in terminal NAME`. Comments that readers do not see
/// say what a machine cannot know: `<!-- fails -->` in the line before a block whose last command
/// fails, and `<!-- not run: REASON -->`.
///
/// @param text all of it
record Guide(Path file, String text, List<Block> blocks) {
  private static final Pattern FENCE = Pattern.compile("```(\\S*)");
  private static final Pattern NOT_RUN = Pattern.compile("<!-- not run: (.+) -->");
  private static final Pattern TERMINAL = Pattern.compile("# terminal (\\S+)");
  private static final Pattern INTERRUPT = Pattern.compile("# Ctrl-C in terminal (\\S+)");
  private static final Pattern NAME =
      Pattern.compile("(?://|#|<!--) ([\\w./-]+\\.(?:java|xml|yaml|properties))(?: -->)?");

  Guide {
    blocks = List.copyOf(blocks);
  }

  /// @param told what is read in place of the file's text
  static Guide read(Path file, UnaryOperator<String> told) throws IOException {
    String text = told.apply(Files.readString(file));
    return new Guide(file, text, new Reading(text.lines().toList()).blocks());
  }

  String name() {
    return file.getFileName().toString();
  }

  /// The blocks of a kind, in their order.
  <T extends Block> List<T> blocks(Class<T> kind) {
    return blocks.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  @Override
  public String toString() {
    return name();
  }

  /// Goes through the lines once.
  private static final class Reading {
    private final List<String> lines;
    private final List<Block> blocks = new ArrayList<>();

    /// The index of the next line.
    private int next;

    Reading(List<String> lines) {
      this.lines = lines;
    }

    List<Block> blocks() {
      while (next < lines.size()) {
        Matcher fence = FENCE.matcher(lines.get(next));
        if (fence.matches()) {
          blocks.add(block(fence.group(1)));
        } else {
          next++;
        }
      }
      return blocks;
    }

    private Block block(String kind) {
      int line = next + 1;
      String remark = next == 0 ? "" : lines.get(next - 1);
      List<String> content = content();
      String text = String.join("\n", content) + "\n";
      Matcher notRun = NOT_RUN.matcher(remark);
      if (notRun.matches()) {
        return new NotRun(line, notRun.group(1));
      }
      Matcher name = NAME.matcher(content.getFirst());
      return switch (kind) {
        case "sh" -> shell(line, content, remark.equals("<!-- fails -->"));
        case "java", "xml", "yaml", "properties" -> {
          if (name.matches()) {
            yield new SourceFile(line, name.group(1), text);
          }
          yield kind.equals("xml") ? new Dependencies(line, text) : new Excerpt(line, text);
        }
        default -> throw new IllegalArgumentException("line " + line + ": a block of no kind");
      };
    }

    private Block shell(int line, List<String> content, boolean fails) {
      String first = content.getFirst();
      String text = String.join("\n", content) + "\n";
      Matcher interrupt = INTERRUPT.matcher(first);
      if (interrupt.matches() && content.size() == 1) {
        return new Interrupt(line, interrupt.group(1));
      }
      Printed printed = printed();
      Matcher terminal = TERMINAL.matcher(first);
      if (!terminal.matches()) {
        return new Commands(line, text, fails, printed);
      }
      if (printed == null) {
        throw new IllegalArgumentException("line " + line + ": what does the server print?");
      }
      return new Server(line, terminal.group(1), text, printed);
    }

    /// The `text` block that begins within the next two lines, if there is one.
    private @Nullable Printed printed() {
      int begin = next < lines.size() && lines.get(next).isBlank() ? next + 1 : next;
      if (begin < lines.size() && lines.get(begin).equals("```text")) {
        next = begin;
        return new Printed(content());
      }
      return null;
    }

    /// The lines between the fence that is next and its end, which is passed.
    private List<String> content() {
      List<String> content = new ArrayList<>();
      while (!lines.get(++next).equals("```")) {
        content.add(lines.get(next));
      }
      next++;
      return content;
    }
  }
}
