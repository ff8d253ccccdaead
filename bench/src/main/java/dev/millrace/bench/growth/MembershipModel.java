package dev.millrace.bench.growth;

import dev.millrace.fleet.Members;
import java.nio.charset.StandardCharsets;

/// What membership sends by way of ZooKeeper, computed from the lengths of its messages.
///
/// The model: each node holds an ephemeral znode with its line, and an ephemeral sequential one by
/// which the writer of the list is elected; each watches the candidate before its own. The writer
/// watches the nodes, and upon a change asks who there is, asks for what is new, and writes the
/// list. Every node watches the list, is told that it has changed, and fetches all of it. Changes
/// are not put together, and what the servers tell each other is not in it.
///
/// The lengths are those of ZooKeeper's protocol (`zookeeper.jute`): a frame of 4 bytes around each
/// message, headers of 8 and 16, texts and data after their length in 4.
///
/// @param nodes how many there are with the one that joins, or before one leaves
/// @param list bytes of the list
/// @param line bytes of one line of it
record MembershipModel(int nodes, int list, int line) {
  private static final int FRAME = 4;
  private static final int REQUEST = FRAME + 8;
  private static final int REPLY = FRAME + 16;
  private static final int LENGTH = 4;
  private static final int FLAG = 1;
  private static final int NUMBER = 4;

  /// What is told of a znode: 6 numbers of 8 bytes and 5 of 4.
  private static final int STAT = 68;

  /// One entry, for `world:anyone`.
  private static final int ACL = NUMBER + NUMBER + LENGTH + 5 + LENGTH + 6;

  private static final int LIST_PATH = LENGTH + "/fleet/list".length();
  private static final int NODES_PATH = LENGTH + "/fleet/nodes".length();
  private static final int NAME = LENGTH + "gateway-0000".length();
  private static final int NODE_PATH = NODES_PATH + "/gateway-0000".length();
  private static final int CANDIDATES_PATH = LENGTH + "/fleet/election".length();
  private static final int CANDIDATE = LENGTH + "n-0000000000".length();
  private static final int CANDIDATE_PATH = CANDIDATES_PATH + "/n-0000000000".length();

  /// Version, last transaction, timeout, session, password of 16 bytes, whether reading will do.
  private static final int CONNECT = FRAME + 4 + 8 + 4 + 8 + LENGTH + 16 + FLAG;

  private static final int CONNECTED = FRAME + 4 + 4 + 8 + LENGTH + 16 + FLAG;

  static MembershipModel of(Members members) {
    return new MembershipModel(
        members.nodes().size(),
        bytes(members.toString()),
        bytes(members.nodes().getFirst() + "\n"));
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /// A node joins, and all know of it.
  Traffic join() {
    Traffic newcomer =
        exchange(CONNECT, CONNECTED)
            .and(create(NODE_PATH, line))
            .and(create(CANDIDATE_PATH, 0))
            .and(candidacy(nodes))
            .and(get(LIST_PATH, list - line));
    Traffic writer = children(NODES_PATH, nodes, NAME).and(get(NODE_PATH, line)).and(write(list));
    return newcomer.and(event(NODES_PATH)).and(writer).and(tell(list).times(nodes));
  }

  /// A node leaves by itself, and all that are left know of it.
  Traffic leave() {
    int left = nodes - 1;
    Traffic leaver = exchange(REQUEST, REPLY);
    Traffic successor = event(CANDIDATE_PATH).and(candidacy(left));
    Traffic writer = children(NODES_PATH, left, NAME).and(write(list - line));
    return leaver
        .and(successor)
        .and(event(NODES_PATH))
        .and(writer)
        .and(tell(list - line).times(left));
  }

  /// All nodes restart, one after the other.
  Traffic rollingRestart() {
    return leave().and(join()).times(nodes);
  }

  /// Nothing happens, for as long as a third of the time after which a silent node is taken for
  /// gone: each node says that it is there.
  Traffic heartbeats() {
    return exchange(REQUEST, REPLY).times(nodes);
  }

  private static Traffic exchange(long request, long reply) {
    return Traffic.message(request).and(Traffic.message(reply));
  }

  private static Traffic event(int path) {
    return Traffic.message(REPLY + NUMBER + NUMBER + path);
  }

  private static Traffic create(int path, int data) {
    return exchange(REQUEST + path + LENGTH + data + ACL + NUMBER, REPLY + path);
  }

  private static Traffic get(int path, int data) {
    return exchange(REQUEST + path + FLAG, REPLY + LENGTH + data + STAT);
  }

  private static Traffic children(int path, long count, int name) {
    return exchange(REQUEST + path + FLAG, REPLY + LENGTH + count * name + STAT);
  }

  private static Traffic write(int data) {
    return exchange(REQUEST + LIST_PATH + LENGTH + data + NUMBER, REPLY + STAT);
  }

  /// A node asks who stands for election, and watches the one before itself.
  private static Traffic candidacy(long candidates) {
    return children(CANDIDATES_PATH, candidates, CANDIDATE)
        .and(exchange(REQUEST + CANDIDATE_PATH + FLAG, REPLY + STAT));
  }

  /// A node is told that the list has changed, and fetches it.
  private static Traffic tell(int data) {
    return event(LIST_PATH).and(get(LIST_PATH, data));
  }
}
