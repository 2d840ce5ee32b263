package io.github.dynamooutbox.aws.examine;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.TargetRight;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The permissions that the relay of a configuration needs. */
public final class RelayRights {
  private RelayRights() {}

  /**
   * The permissions that the relay of a table needs. Resources that are configured by name are
   * taken to be in the table's account and region.
   *
   * @param table the source table, with a stream
   */
  public static List<TargetRight> of(RelayConfig config, TableDescription table) {
    AwsPlace place = AwsPlace.of(table.tableArn());
    List<TargetRight> rights = new ArrayList<>();
    rights.add(new TargetRight(RelayActions.STREAM, table.latestStreamArn()));
    config
        .control()
        .map(control -> place.arn("dynamodb", "table/" + control.table()))
        .ifPresent(arn -> rights.add(new TargetRight(RelayActions.CONTROL, arn)));
    config.targets().forEach(target -> rights.addAll(target.rights(place)));
    return rights;
  }
}
