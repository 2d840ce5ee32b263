package io.github.dynamooutbox.relay.simulation;

/** What a process does outside of itself: it may die just before, and just after. */
enum Call {
  PUBLISH,
  VIEW,
  SAVE_CIRCUIT(Call.RARE),
  SAVE_LATENESS(Call.HARDLY_EVER),
  HOLD(Call.RARE),
  RESERVE(Call.RARE),
  PARK(Call.RARE),
  CONFIRM(Call.RARE),
  REOPEN(Call.ALMOST_NEVER),
  LOAD_AHEAD_LIST,
  SAVE_AHEAD_LIST(Call.RARE, true),
  ADD_TO_AHEAD_LIST(Call.RARE, true),
  WRITE_RECEIPT(Call.RARE, true),
  CHECKPOINT,
  RESPONSE(Call.RARE),
  QUEUE_STATE(Call.RARE),
  REDRIVE_LEASE(Call.RARE),
  REDRIVE_READ,
  SERVED(Call.VERY_RARE),
  REDRIVE_REMOVE(Call.VERY_RARE),
  REDRIVE_REPLACE(Call.HARDLY_EVER),
  REDRIVE_CLOSE(Call.HARDLY_EVER),
  REDRIVE_RELEASE(Call.MOSTLY_WHEN_ALL_IS_CALM);

  /** How many times as often as elsewhere a process dies at what seldom happens. */
  private static final int RARE = 6;

  private static final int VERY_RARE = 40;
  private static final int HARDLY_EVER = 120;
  private static final int ALMOST_NEVER = 400;
  private static final int MOSTLY_WHEN_ALL_IS_CALM = 700;

  final int danger;

  /** Whether a run that closes waits for the answer, and takes notice of it. */
  final boolean outlastsClosing;

  Call() {
    this(1);
  }

  Call(int danger) {
    this(danger, false);
  }

  Call(int danger, boolean outlastsClosing) {
    this.danger = danger;
    this.outlastsClosing = outlastsClosing;
  }

  /** Whether it is so rare that hardly any process dies right after it by chance. */
  boolean isHardlyEver() {
    return danger >= HARDLY_EVER;
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
