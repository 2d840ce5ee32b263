/**
 * Archives events in S3 and reads them back. A relay with this package on its class path accepts
 * targets of type {@code s3} in its configuration.
 */
@NullMarked
package io.github.dynamooutbox.archive;

import org.jspecify.annotations.NullMarked;
