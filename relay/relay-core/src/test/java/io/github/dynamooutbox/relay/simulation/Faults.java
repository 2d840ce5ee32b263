package io.github.dynamooutbox.relay.simulation;

/** What goes wrong, and how often: decided per seed, until the world becomes calm. */
final class Faults {
  private final World world;
  private final double crash;
  private final double pause;
  private final long longestPause;
  private final double entryFails;
  private final double requestFails;
  private final double requestRefused;
  private final double answerLost;
  private final double answerIncomplete;
  private final double slow;
  private final double tableFails;
  private final double tableAnswerLost;
  private final double responseLost;
  private boolean calm;

  Faults(World world, Dice dice) {
    this.world = world;
    boolean none = dice.chance(0.12) || world.plan.weather == Weather.LATE;
    boolean few = dice.chance(0.5);
    crash = rate(dice, none, few, 0.0005, 0.03) / Math.max(1, world.plan.records / 50);
    pause = rate(dice, none, few, 0.0005, 0.01);
    longestPause = dice.between(1, 120) * SimTime.SECONDS;
    entryFails = rate(dice, none, few, 0.01, 0.5);
    requestFails = rate(dice, none, few, 0.01, 0.3);
    requestRefused = rate(dice, none, few, 0.01, 0.5);
    answerLost = rate(dice, none, few, 0.005, 0.2);
    answerIncomplete = rate(dice, none, few, 0.005, 0.1);
    slow =
        world.plan.weather == Weather.CONTEST
            ? dice.skewed(0.1, 0.6)
            : rate(dice, none, few, 0.01, 0.3);
    tableFails = rate(dice, none, few, 0.01, 0.6);
    tableAnswerLost = rate(dice, none, few, 0.01, 0.3);
    responseLost = rate(dice, none, few, 0.01, 0.3);
  }

  private static double rate(Dice dice, boolean none, boolean few, double least, double most) {
    boolean on = dice.chance(few ? 0.2 : 0.6);
    double rate = dice.skewed(least, most);
    return none || !on ? 0 : rate;
  }

  /** From now on nothing goes wrong any more. */
  void calm() {
    calm = true;
  }

  boolean isCalm() {
    return calm;
  }

  boolean crashesNow(double frailty) {
    return happens(crash * frailty);
  }

  boolean pausesNow() {
    return happens(pause);
  }

  long pause() {
    return world.dice.between(SimTime.MILLIS, longestPause);
  }

  boolean entryFails() {
    return happens(entryFails);
  }

  boolean requestFails() {
    return happens(requestFails);
  }

  boolean requestRefused() {
    return happens(requestRefused);
  }

  boolean answerLost() {
    return happens(answerLost);
  }

  boolean answerIncomplete() {
    return happens(answerIncomplete);
  }

  boolean tableFails() {
    return happens(tableFails);
  }

  boolean tableAnswerLost() {
    return happens(tableAnswerLost);
  }

  boolean responseLost() {
    return happens(responseLost);
  }

  /** How long something is on its way through the network. */
  long latency() {
    long usual = world.dice.between(SimTime.MILLIS, 20 * SimTime.MILLIS);
    if (!happens(slow)) {
      return usual;
    }
    world.cover(Coverage.SLOW_ANSWER);
    return usual * world.dice.skewed(2, 2_000);
  }

  private boolean happens(double rate) {
    return !calm && world.dice.chance(rate);
  }

  @Override
  public String toString() {
    return String.format(
        "crash %.4f, pause %.4f, entry fails %.3f, request fails %.3f, refused %.3f, answer lost"
            + " %.3f, incomplete %.3f, slow %.3f, table fails %.3f, table answer lost %.3f,"
            + " response lost %.3f",
        crash,
        pause,
        entryFails,
        requestFails,
        requestRefused,
        answerLost,
        answerIncomplete,
        slow,
        tableFails,
        tableAnswerLost,
        responseLost);
  }
}
