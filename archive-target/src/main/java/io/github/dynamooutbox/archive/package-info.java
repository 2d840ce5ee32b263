/**
 * S3 as a kind of targets: an archive of events. On the class path of a relay, it is found there.
 */
@NullMarked
package io.github.dynamooutbox.archive;

import org.jspecify.annotations.NullMarked;
