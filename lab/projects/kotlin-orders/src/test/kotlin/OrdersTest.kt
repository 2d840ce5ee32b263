package shop.orders

import io.github.dynamooutbox.test.InMemoryOutbox
import io.github.dynamooutbox.test.OutboxAssert.assertThat
import io.github.dynamooutbox.writer.PreconditionFailedException
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test

class OrdersTest {
    private val memory = InMemoryOutbox.of("orders", "/shop/orders")
    private val orders = Orders(memory.outbox())

    @Test
    fun placesAnOrderOnce() {
        orders.place("1", 12)

        assertThrows(PreconditionFailedException::class.java) { orders.place("1", 12) }
        assertThat(memory)
            .published("OrderPlaced")
            .of("Order", "1")
            .atVersion(1)
            .withText("""{"orderId":"1","total":12}""")
    }
}
