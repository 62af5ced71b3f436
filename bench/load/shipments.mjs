/** Requests for rates, thousands of different ones: the same at every run. */
import { seededRandom } from './seeded-random.mjs';

const places = {
  US: [
    ['New York', 'New York', 'NY', '10118'],
    ['Illinois', 'Chicago', 'IL', '60606'],
    ['California', 'Los Angeles', 'CA', '90012'],
    ['Texas', 'Houston', 'TX', '77002'],
    ['Florida', 'Miami', 'FL', '33130'],
    ['Washington', 'Seattle', 'WA', '98104'],
    ['Colorado', 'Denver', 'CO', '80202'],
    ['Georgia', 'Atlanta', 'GA', '30303'],
  ],
  BD: [['Dhaka', 'Dhaka', 'DHA', '1205']],
  CA: [['Ontario', 'Toronto', 'ON', 'M5H 2N2']],
  GB: [['England', 'London', 'ENG', 'SW1A 1AA']],
  DE: [['Berlin', 'Berlin', 'BE', '10117']],
};
const goods = ['Wireless mouse', 'Desk lamp', 'Running shoes', 'Cookbook', 'Coffee mug'];

/**
 * @param {number} count
 * @returns {object[]} one to four boxes with one to three items each; three of four stay inside the US
 */
export function ordinaryShipments(count) {
  const random = seededRandom(1);
  const upTo = (most) => 1 + Math.floor(random() * most);
  const one = (list) => list[Math.floor(random() * list.length)];
  return Array.from({ length: count }, () => {
    const boxes = Array.from({ length: upTo(4) }, () =>
      box(
        [upTo(24), upTo(18), upTo(12), upTo(200) / 10],
        Array.from({ length: upTo(3) }, () => item(one(goods), upTo(5), upTo(20_000))),
      ),
    );
    const country = random() < 0.75 ? 'US' : one(['BD', 'CA', 'GB', 'DE']);
    return shipment(boxes, party('US', one(places.US)), party(country, one(places[country])), {
      product_type: one(['1', '2']),
      delivery_type: one(['commercial', 'residential']),
    });
  });
}

/** A shipment with this many boxes, and this many items in each; some inches and ounces each. */
export function shipmentOf(boxes, itemsInBox) {
  const items = Array.from({ length: itemsInBox }, (_, at) => item(goods[at % goods.length], 1, 250 + at));
  const every = Array.from({ length: boxes }, () => box([6, 5, 4, 0.1], items));
  return shipment(every, party('US', places.US[0]), party('US', places.US[1]), {
    product_type: '1',
    delivery_type: 'commercial',
  });
}

function shipment(boxes, sender, receiver, kind) {
  const weight = boxes.reduce((sum, each) => sum + each.weight, 0);
  return {
    box_dimension: boxes,
    ...{ weight: Math.round(weight * 100) / 100, weight_unit: 'LBS' },
    ...{ sender, receiver },
    ...kind,
  };
}

const box = ([length, width, height, weight], items) => ({ length, width, height, weight, items });

const item = (name, quantity, cents) => ({
  name,
  quantity: String(quantity),
  unit_price: (cents / 100).toFixed(2),
});

const party = (country, [state, city, short, zip]) => ({
  ...{ address: '1 Main Street', state, state_short_code: short, city },
  ...{ zip_code: zip, country_code: country },
});
