/**
 * Gives the categories their timestamps. This module loads faker; only a seed without a data file needs it.
 */
import { faker } from './faker.js';
import type { Category } from '../types.js';

/**
 * The categories of the platform, written by hand: a front-end developer shows these names to people. They are in the order
 * of a shop's menu, and a category's id is its position, so new names go at the end.
 */
export const categoryNames: readonly string[] = [
  'Mobile Phones & Accessories',
  'Laptops & Computers',
  'Computer Parts & Networking',
  'Cameras & Photography',
  'Audio & Headphones',
  'TV & Home Theater',
  'Video Games & Consoles',
  'Wearables & Smart Watches',
  "Women's Clothing",
  "Men's Clothing",
  "Kids' Clothing",
  'Shoes',
  'Handbags & Wallets',
  'Luggage & Travel Gear',
  'Watches',
  'Jewelry',
  'Eyewear',
  'Beauty & Skin Care',
  'Hair Care & Styling',
  'Perfume & Fragrances',
  'Health & Personal Care',
  'Vitamins & Supplements',
  'Medical Supplies',
  'Baby Products',
  'Toys & Games',
  'Books & Magazines',
  'Music & Movies',
  'Musical Instruments',
  'Stationery & Office Supplies',
  'Arts, Crafts & Sewing',
  'Furniture',
  'Kitchen & Dining',
  'Bedding & Home Textiles',
  'Home Decor & Lighting',
  'Home Appliances',
  'Tools & Hardware',
  'Garden & Outdoor',
  'Sports & Fitness',
  'Bicycles & Scooters',
  'Automotive Parts',
  'Pet Supplies',
  'Grocery & Packaged Food',
  'Industrial & Scientific',
  'Documents',
];

/** The shop's first categories were entered from here on ... */
export const catalogueOpened = new Date('2023-03-01T00:00:00.000Z');
/** ... its last ones by here ... */
export const catalogueComplete = new Date('2024-09-01T00:00:00.000Z');
/** ... and no later change is known. It is a constant, not the clock: the categories of a seed never change with time. */
export const catalogueDate = new Date('2025-10-01T00:00:00.000Z');

/**
 * Makes the categories of a seed: created one after the other in the order of their ids, each updated at some time since.
 *
 * @param seed a whole number from 0 to 2^32 - 1; a larger one would be cut to 32 bits
 */
export function generateCategories(seed: number): readonly Category[] {
  faker.seed(seed);
  const createdDates = faker.date.betweens({
    from: catalogueOpened,
    to: catalogueComplete,
    count: categoryNames.length,
  });
  return categoryNames.map((name, index) => {
    const created = createdDates[index] ?? catalogueComplete;
    const updated = faker.date.between({ from: created, to: catalogueDate });
    return {
      id: index + 1,
      name,
      created_at: created.toISOString(),
      updated_at: updated.toISOString(),
    };
  });
}
