package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.aws.RelayConfig;
import java.time.Duration;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;

/**
 * A redrive with clients and threads of its own, ready for snapshots: what a function needs is
 * loaded before one is taken, and what must not be shared by those that start from it is opened
 * anew after a restore.
 */
public final class OwnRedrive implements Resource {
  private final RelayConfig config;
  private ConfiguredRedrive configured;

  private OwnRedrive(RelayConfig config) {
    this.config = config;
    this.configured = ConfiguredRedrive.open(config);
  }

  /**
   * Builds clients and threads; they last as long as the function.
   *
   * @throws io.github.dynamooutbox.aws.ConfigException if no control table is configured
   */
  public static OwnRedrive open(RelayConfig config) {
    OwnRedrive redrive = new OwnRedrive(config);
    Core.getGlobalContext().register(redrive);
    return redrive;
  }

  /**
   * Redrives until all is done or the time is nearly up.
   *
   * @return what was done, as JSON
   */
  public String redrive(RedriveRequest request, Duration remaining) {
    return configured.run().redrive(request, remaining);
  }

  @Override
  public void beforeCheckpoint(Context<? extends Resource> context) {
    Priming.run(config);
    configured.close();
  }

  @Override
  public void afterRestore(Context<? extends Resource> context) {
    configured = ConfiguredRedrive.open(config);
  }

  void close() {
    configured.close();
  }
}
