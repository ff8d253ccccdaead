package dev.millrace.bench.evidence;

import static dev.millrace.bench.evidence.Bar.times;
import static dev.millrace.bench.evidence.Bar.within;

import java.util.List;

/// What it costs to hold much: memory off the heap, collectors, devices.
final class StoreClaims {
  private static final String HEAP = "heap";
  private static final String FIO = "fio";

  static final List<Claim> ALL = List.of(field(), pauses(), queues());

  private StoreClaims() {}

  private static Claim field() {
    return new Claim(
        "tax-5",
        "Memory off the heap through Unsafe",
        "store",
        "It was told, without a source that we can name, that an int at an address was set and read"
            + " 0.99 billion times a second through Unsafe, a field of an object 1.8 billion times; and"
            + " a bad address kills the process.",
        "0.99 G operations/s, 1.8 G on the heap",
        "",
        "The same experiment: an int that is a field of an object, at an address (`unsafe`), in a"
            + " memory segment, or in a value of the memory tier, which is ours: a view that checks"
            + " bounds, thread and end. One record by itself, and loops over many. The last rows are"
            + " Unsafe beside the heap, as it was known.",
        "store-field",
        "store.md#a-field",
        HEAP,
        List.of(
            field("set and get, one record", "setAndGet", 1),
            field("get, 1,024 records", "getAll", 1024),
            field("set, 1,024 records", "setAll", 1024),
            field("get, 64 records", "getAll", 64),
            field("set, 64 records", "setAll", 64),
            Figure.of(
                "Unsafe itself, set and get, one record",
                "op=setAndGet records=1 by=unsafe",
                "records/us")));
  }

  private static Figure field(String label, String operation, int records) {
    return Figure.of(
        label,
        "op=%s records=%d by=view".formatted(operation, records),
        "records/us",
        times(0.9, HEAP));
  }

  private static Claim pauses() {
    return new Claim(
        "tax-6",
        "Large caches on the heap",
        "store",
        "It was told, without a source that we can name, that services which kept their metadata on"
            + " the heap stood still for 11 to 17 seconds in each full collection, with 30 GB alive.",
        "full collections of 11–17 s with 30 GB live",
        "",
        "50 million entries of 200 bytes, 10 GB, under requests for a minute: in a map on a heap of"
            + " 19 GiB with three collectors, and in the memory tier beside a heap of 512 MiB. It is"
            + " a third of what was known, as much as a machine of 24 GiB holds; a full collection"
            + " takes time in proportion to what is alive. Each setting runs once.",
        "store-gc",
        "store.md#pauses",
        "map-parallel",
        List.of(
            pause("longest pause, ours with G1", "millrace-g1", 5),
            pause("longest pause, ours with ZGC", "millrace-zgc", 1),
            Figure.of(
                "longest request, ours with G1", "side=millrace-g1 measure=longest-request", "ms"),
            Figure.of(
                "requests, ours with G1",
                "side=millrace-g1 measure=requests",
                "req/us",
                times(1, "map-parallel", "map-g1", "map-zgc"))));
  }

  private static Figure pause(String label, String side, double millis) {
    return Figure.of(label, "side=%s measure=longest-pause".formatted(side), "ms", within(millis));
  }

  private static Claim queues() {
    return new Claim(
        "tax-8",
        "One queue and one lock for a device",
        "store",
        "Linux had one queue of requests for each block device, behind one lock, and a bottleneck"
            + " once devices took many at a time; with blk-mq there is a queue for each core. Of a"
            + " request, 0.2 µs went into getting it and 25 µs into the device.",
        "0.2 µs to get a request, 25 µs in the device",
        "[blk-mq](https://docs.kernel.org/block/blk-mq.html)",
        "Reads of 4 KiB past the page cache, by virtual threads in blocking calls, through one ring"
            + " of io_uring or two, beside fio with io_uring, registered files and fixed buffers on"
            + " the same file. Then 32 reads under way on two rings beside as many on one. What a"
            + " ring for each core is worth shows on a device with many queues and on many cores; a"
            + " virtual disk and two cores show little of it.",
        "store-ssd",
        "store.md#reads-past-the-page-cache",
        FIO,
        List.of(
            read("32 under way on each of two queues", 32, 2),
            read("32 under way on one queue", 32, 1),
            read("one under way on each of two queues", 1, 2),
            read("one under way", 1, 1),
            Figure.of(
                "32 under way, on two queues beside one",
                "side=millrace read=4k reads=32 queues=2/1",
                "reads/s"),
            Figure.of(
                "the same, processor time",
                "side=millrace read=4k reads=32 queues=2/1",
                "cpu-us/read")));
  }

  private static Figure read(String label, int depth, int queues) {
    return Figure.of(
        label,
        "side=millrace read=4k depth=%d queues=%d".formatted(depth, queues),
        "reads/s",
        times(0.85, FIO));
  }
}
