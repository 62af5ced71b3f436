import { mock } from './mock';

/** Collects what the app shows, under each scenario; `report` is the phone's. */
async function main() {
  const seen = { categories: await categories() };
  for (const scenario of [
    'server-error',
    'rate-limited',
    'malformed-json',
    'connection-reset',
    'truncated',
  ]) {
    await mock.use(scenario);
    seen[scenario] = await categories();
  }
  await mock.use('normal');
  seen.rates = await rates(JSON.stringify(shipment));
  seen.noJson = await rates('{"box_dimension": ');
  const [{ request }] = await mock.requests({ operation: 'getShippingRates', sandbox: 'phone' });
  seen.sentItem = request.body.json.box_dimension[0].items[0].name;
  return seen;
}

const headers = { Authorization: 'Bearer dk_test_phone', 'Content-Type': 'application/json' };

async function categories() {
  try {
    const response = await fetch('https://api.shop.example/v1/categories', { headers });
    if (!response.ok) return `${response.status}, Retry-After ${response.headers.get('Retry-After')}`;
    return (await response.json()).data.map(({ name }) => name);
  } catch (error) {
    return error.name;
  }
}

const address = { address: '1600 Vine St', state: 'California', city: 'Los Angeles', country_code: 'US' };
const place = { ...address, state_short_code: 'CA', zip_code: '90028' };
const item = { name: 'Café chair', quantity: '1', unit_price: '59.99' };
const shipment = {
  box_dimension: [{ length: 16, width: 12, height: 8, weight: 9.5, items: [item] }],
  ...{ product_type: '1', weight: 9.5, weight_unit: 'LBS', sender: place, receiver: place },
  delivery_type: 'commercial',
};

async function rates(body) {
  const url = 'https://api.shop.example/v1/get-shipping-rates';
  const response = await fetch(url, { method: 'POST', headers, body });
  const { data, errors } = await response.json();
  return { status: response.status, couriers: data.length, errors };
}

main().then(report, (error) => report(`${error.stack}`));
