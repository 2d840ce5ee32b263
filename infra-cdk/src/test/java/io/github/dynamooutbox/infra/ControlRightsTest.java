package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * A right that is missing shows only when it is used: parking, above all, on the day when a target
 * is down.
 */
class ControlRightsTest {
  private static final String SDK = "software.amazon.awssdk.services.dynamodb.";

  /** What a transaction is authorised by: the actions of its parts. */
  private static final Map<String, String> PARTS =
      Map.of(
          "put", "PutItem",
          "update", "UpdateItem",
          "delete", "DeleteItem",
          "conditionCheck", "ConditionCheckItem");

  private static final JavaClasses CONTROL =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(
              "io.github.dynamooutbox.aws.control", "io.github.dynamooutbox.aws.internal.table");

  @Test
  void areThoseToCallWhatTheRelaysCall() {
    Set<String> called = new TreeSet<>();
    CONTROL.stream()
        .flatMap(each -> each.getMethodCallsFromSelf().stream())
        // ControlTable.create is for those who have no infrastructure.
        .filter(call -> !call.getOrigin().getName().equals("create"))
        // ControlTable.segments is for tools, whose rights are those of grantOperate.
        .filter(call -> !call.getName().equals("executeStatement"))
        .map(ControlRightsTest::action)
        .filter(action -> !action.isEmpty())
        .forEach(called::add);

    assertThat(called).contains("dynamodb:Query", "dynamodb:PutItem", "dynamodb:DeleteItem");
    assertThat(ControlTable.ACTIONS).containsExactlyElementsOf(called);
  }

  private static String action(JavaMethodCall call) {
    String owner = call.getTargetOwner().getName();
    String name = call.getTarget().getName();
    if (owner.equals(SDK + "model.TransactWriteItem$Builder")) {
      return PARTS.containsKey(name) ? "dynamodb:" + PARTS.get(name) : "";
    }
    boolean isRequest = owner.equals(SDK + "DynamoDbClient") && !name.equals("transactWriteItems");
    return isRequest
        ? "dynamodb:"
            + Character.toUpperCase(name.charAt(0))
            + name.substring(1).replace("Paginator", "")
        : "";
  }
}
