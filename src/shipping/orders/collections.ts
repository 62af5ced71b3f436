/** What the service keeps in a sandbox: orders by tracking number. */
export const orders = 'orders';

/** The counter of orders by rate: a rate may be ordered again, and each order has a number of its own. */
export const ordersByRate = 'orders-by-rate';
