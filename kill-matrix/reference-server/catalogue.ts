/** The offer of the reference server: a few categories and three couriers priced by weight. */
import type { Fields } from './stages.js';

export interface Category {
  readonly id: number;
  readonly name: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Non-ASCII names are among them because encoding mistakes show nowhere else. */
export const CATEGORIES: readonly Category[] = [
  { id: 1, name: 'Books', created_at: '2023-05-04T10:11:12Z', updated_at: '2024-01-02T03:04:05Z' },
  { id: 2, name: 'Café & Décor', created_at: '2023-05-04T10:12:30Z', updated_at: '2024-02-29T23:59:59Z' },
  { id: 7, name: 'Toys', created_at: '2023-06-01T00:00:00Z', updated_at: '2023-06-01T00:00:00Z' },
  { id: 12, name: 'বস্ত্র', created_at: '2023-07-15T18:45:00Z', updated_at: '2024-03-10T08:00:00Z' },
];

const COURIERS = [
  { code: 'alba', name: 'Alba Road', type: 'ground', hours: 96, base: 6.4, perUnit: 0.85, most: 400 },
  { code: 'brio', name: 'Brío Air', type: 'express', hours: 36.5, base: 18.25, perUnit: 2.1, most: 150 },
  { code: 'corvo', name: 'Corvo Freight', type: 'freight', hours: 168, base: 40, perUnit: 0.45, most: 5000 },
];

/** One rate for each courier that carries the weight; `request` identifies the request in all of them. */
export function ratesFor(weight: number, request: string): Fields[] {
  return COURIERS.filter((courier) => weight <= courier.most).map((courier) => ({
    id: `${request}-${courier.code}`,
    request_id: request,
    courier_name: courier.name,
    courier_type: courier.type,
    delivery_time: courier.hours,
    delivery_time_text: `About ${Math.ceil(courier.hours / 24)} days`,
    description: `${courier.name}, door to door`,
    home_delivery_fee: 2.5,
    import_tax: 'Paid by the receiver, if any',
    logo: `https://img.example.com/couriers/${courier.code}.png`,
    shipping_charge: Math.round((courier.base + courier.perUnit * weight) * 100) / 100,
  }));
}
