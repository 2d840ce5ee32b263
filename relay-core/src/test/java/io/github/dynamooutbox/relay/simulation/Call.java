package io.github.dynamooutbox.relay.simulation;

/** What a process does outside of itself: it may die just before, and just after. */
enum Call {
  PUBLISH,
  PARK(Call.RARE),
  PARK_BEHIND,
  READ_LANES,
  LOAD_AHEAD_LIST,
  SAVE_AHEAD_LIST(Call.RARE),
  ADD_TO_AHEAD_LIST(Call.RARE),
  WRITE_RECEIPT(Call.RARE),
  CHECKPOINT,
  RESPONSE(Call.RARE),
  REDRIVE_READ,
  REDRIVE_REMOVE,
  REDRIVE_MARK(Call.RARE),
  REDRIVE_REOPEN(Call.RARE),
  REDRIVE_IS_CLOSED;

  /** How many times as often as elsewhere a process dies at what seldom happens. */
  private static final int RARE = 6;

  final int danger;

  Call() {
    this(1);
  }

  Call(int danger) {
    this.danger = danger;
  }

  /** What is covered by a death before the call got out. */
  String before() {
    return "CRASH_BEFORE_" + name();
  }

  /** What is covered by a death when the call was the last thing that got out. */
  String after() {
    return "CRASH_AFTER_" + name();
  }
}
