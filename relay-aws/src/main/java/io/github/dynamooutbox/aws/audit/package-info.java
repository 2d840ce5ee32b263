/**
 * Audits, which prove what became of every committed event, and replays, which send again what is
 * missing. A library below the command line.
 */
@NullMarked
package io.github.dynamooutbox.aws.audit;

import org.jspecify.annotations.NullMarked;
