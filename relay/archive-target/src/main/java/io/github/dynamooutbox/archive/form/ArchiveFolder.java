package io.github.dynamooutbox.archive.form;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The folders of an archive, which sort by time. Stateless. */
public final class ArchiveFolder {
  private static final DateTimeFormatter FOLDER =
      DateTimeFormatter.ofPattern("'dt='uuuu-MM-dd'/hh='HH'/'").withZone(ZoneOffset.UTC);

  private ArchiveFolder() {}

  /** The folder of events committed at this time: of their hour, with a slash at its end. */
  public static String of(Instant writtenAt) {
    return FOLDER.format(writtenAt);
  }
}
