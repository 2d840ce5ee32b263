/** Starts an S3 in memory; runs in a process of its own. */
@NullMarked
package io.github.dynamooutbox.localaws.s3;

import org.jspecify.annotations.NullMarked;
