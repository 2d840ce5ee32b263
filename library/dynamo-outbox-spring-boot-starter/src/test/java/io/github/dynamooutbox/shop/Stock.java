package io.github.dynamooutbox.shop;

import org.springframework.stereotype.Component;

/** A part of the service that a test of its orders does without. */
@Component
class Stock {}
