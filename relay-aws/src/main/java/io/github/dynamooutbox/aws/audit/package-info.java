/** Audits, which prove what became of every committed event. A library below the command line. */
@NullMarked
package io.github.dynamooutbox.aws.audit;

import org.jspecify.annotations.NullMarked;
