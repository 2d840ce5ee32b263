package io.github.dynamooutbox.cli.it;

import io.github.dynamooutbox.cli.internal.doctor.OperatorRights;
import io.github.dynamooutbox.cli.internal.doctor.OperatorRights.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The table of rights in the guide. */
final class GuidedRights {
  private static final Pattern CODE = Pattern.compile("`([A-Za-z]+)`");

  /** Command, table, stream, lease table, control table, bucket, targets. */
  private static final int COLUMNS = 7;

  private GuidedRights() {}

  /** A row for each command, as the doctor has it. */
  static List<OperatorRights> read() throws IOException {
    List<OperatorRights> rows = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("../../docs/api/outbox-commands.rights"))) {
      String[] cells = line.split("\\|", -1);
      if (line.startsWith("| `") && cells.length == COLUMNS + 2) {
        rows.add(row(cells));
      }
    }
    return rows;
  }

  private static OperatorRights row(String[] cells) {
    String command = cells[1].replace("`", "").strip();
    Map<Place, Set<String>> actions = new EnumMap<>(Place.class);
    put(actions, Place.TABLE, cells[2]);
    put(actions, Place.STREAM, cells[3]);
    put(actions, Place.LEASES, cells[4]);
    put(actions, Place.CONTROL, cells[5]);
    put(actions, command.contains("archive") ? Place.ARCHIVE : Place.BUCKET, cells[6]);
    return new OperatorRights(command, actions, cells[7].strip().equals("sends"));
  }

  private static void put(Map<Place, Set<String>> actions, Place place, String cell) {
    Set<String> codes = new TreeSet<>();
    CODE.matcher(cell).results().forEach(code -> codes.add(code.group(1)));
    if (!codes.isEmpty()) {
      actions.put(place, codes);
    }
  }
}
