package io.github.dynamooutbox.examples.demo.system;

/** What a deployment with a control table has besides. */
public record Parking(ControlView control, RedriveFunction redrive) implements AutoCloseable {
  /** For resources that have a control table. */
  public static Parking of(Functions functions) {
    return new Parking(
        new ControlView(functions.aws(), functions.resources()), new RedriveFunction(functions));
  }

  @Override
  public void close() {
    redrive.close();
  }
}
