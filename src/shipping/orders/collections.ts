/** The stored data of a sandbox: orders by tracking number. */
export const orders = 'orders';

/** The counter of orders by rate: a rate may be ordered again, and each order has its own number. */
export const ordersByRate = 'orders-by-rate';
