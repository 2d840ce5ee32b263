package io.github.dynamooutbox.aws.examine;

import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.aws.TargetConfig;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** What the relay of a configuration has to be allowed. */
public final class RelayRights {
  private RelayRights() {}

  /**
   * Actions on one resource.
   *
   * @param resource its ARN
   */
  public record Right(List<String> actions, String resource) {
    public Right {
      actions = List.copyOf(actions);
    }
  }

  /**
   * What the relay of a table does there. Resources that are configured by name are taken to be in
   * the table's account and region.
   *
   * @param table the source table, with a stream
   */
  public static List<Right> of(RelayConfig config, TableDescription table) {
    String source = table.tableArn();
    List<Right> rights = new ArrayList<>();
    rights.add(new Right(RelayActions.STREAM, table.latestStreamArn()));
    config
        .control()
        .map(control -> beside(source, "dynamodb", "table/" + control.table()))
        .ifPresent(arn -> rights.add(new Right(RelayActions.CONTROL, arn)));
    config.targets().forEach(target -> rights.add(of(target, source)));
    return rights;
  }

  private static Right of(TargetConfig target, String source) {
    return target.fold(
        bus -> new Right(RelayActions.BUS, named(bus.bus(), source, "events", "event-bus/")),
        topic -> new Right(RelayActions.TOPIC, named(topic.topic(), source, "sns", "")),
        stream ->
            new Right(
                RelayActions.DATA_STREAM, named(stream.stream(), source, "kinesis", "stream/")));
  }

  private static String named(String name, String source, String service, String kind) {
    return name.startsWith("arn:") ? name : beside(source, service, kind + name);
  }

  private static String beside(String source, String service, String resource) {
    String[] parts = source.split(":", 6);
    return String.join(":", parts[0], parts[1], service, parts[3], parts[4], resource);
  }
}
