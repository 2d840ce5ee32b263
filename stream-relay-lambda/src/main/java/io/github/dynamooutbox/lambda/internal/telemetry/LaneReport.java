package io.github.dynamooutbox.lambda.internal.telemetry;

/** Writes how many lanes are closed, as CloudWatch metrics. What is zero is not written. */
public final class LaneReport {
  private final EmfReport report;

  private LaneReport(EmfReport report) {
    this.report = report;
  }

  /** With the namespace and service that Powertools reads from the environment. */
  public static LaneReport fromEnvironment() {
    return new LaneReport(EmfReport.fromEnvironment());
  }

  /**
   * Never throws.
   *
   * @param closed lanes that hold parked events
   * @param blocked those of them that were closed because their target failed
   */
  public void write(long closed, long blocked) {
    report.writeLanes(closed, blocked);
  }
}
