/** The code under test: the cheapest courier for a shipment, asked for again where that helps. */
export async function cheapestCourier({ url, key }, shipment) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${url}/get-shipping-rates`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(shipment),
    });
    if (response.ok) {
      const { data } = await response.json();
      return data.sort((one, other) => one.shipping_charge - other.shipping_charge)[0]?.courier_name;
    }
    if (response.status < 500 || attempt === 3) throw new Error(`No rates (${response.status}).`);
    await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** attempt));
  }
}
