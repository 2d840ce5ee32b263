/**
 * Archives events in S3, and reads them again. A relay that has this package on its class path
 * takes targets of type {@code s3} in its configuration.
 */
@NullMarked
package io.github.dynamooutbox.archive;

import org.jspecify.annotations.NullMarked;
