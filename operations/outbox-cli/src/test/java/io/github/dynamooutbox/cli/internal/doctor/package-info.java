@NullMarked
package io.github.dynamooutbox.cli.internal.doctor;

import org.jspecify.annotations.NullMarked;
