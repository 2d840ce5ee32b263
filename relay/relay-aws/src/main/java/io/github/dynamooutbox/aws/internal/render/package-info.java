/** Keys by which targets group, order, deduplicate and trace events. */
@NullMarked
package io.github.dynamooutbox.aws.internal.render;

import org.jspecify.annotations.NullMarked;
