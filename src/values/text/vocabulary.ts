/** Words of which believable texts are made, and the small texts that others contain. Nobody and nothing real is meant. */
import { randomElement, type Random } from '../../contract/seeded-random.js';

const words = (text: string): readonly string[] => text.split(' ');

export const firstNames = words('Ana Ben Chloe David Elena Farid Grace Hugo Ines Jonas');
export const lastNames = words('Silva Novak Martin Okafor Weber Rossi Tanaka Larsen');
export const companies = ['Northwind', 'Harbour & Sons', 'Lakeside Works', 'Blue Pier', 'Old Mill'] as const;
export const cities = ['Lisbon', 'Hamburg', 'Chicago', 'Dhaka', 'Osaka', 'Nairobi', 'Lyon'] as const;
export const streets = ['12 Harbour Street', '7 Mill Lane', '350 Station Road', '21 Park Avenue'] as const;
export const things = words('lamp chair notebook kettle compass basket anchor bicycle');
export const qualities = words('small green quiet sturdy bright plain early northern');
export const sentences = [
  'A short text that says what this is.',
  'Made for everyday use.',
  'Kept simple on purpose.',
  'Ready when you are.',
] as const;

/** Such as `quiet-compass`. */
export function slugText(random: Random): string {
  return `${randomElement(random, qualities)}-${randomElement(random, things)}`;
}

export function personName(random: Random): string {
  return `${randomElement(random, firstNames)} ${randomElement(random, lastNames)}`;
}

export function userName(random: Random): string {
  return `${randomElement(random, firstNames)}.${randomElement(random, lastNames)}`.toLowerCase();
}

/** An address at a domain that RFC 2606 reserves. */
export function emailText(random: Random): string {
  return `${userName(random)}@example.com`;
}

export function hostText(random: Random): string {
  return `${randomElement(random, things)}.example.com`;
}

export function urlText(random: Random): string {
  return `https://example.com/${slugText(random)}`;
}

export function hexText(random: Random, digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
}

/** Lower-case letters and digits, a letter first. */
export function codeText(random: Random, length: number): string {
  const rest = Array.from({ length: length - 1 }, () => Math.floor(random() * 36).toString(36)).join('');
  return `${String.fromCharCode(97 + Math.floor(random() * 26))}${rest}`;
}

/** A version 4 UUID (RFC 9562). */
export function uuidText(random: Random): string {
  const hex = (digits: number): string => hexText(random, digits);
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
}

/** A moment of the years 2024 and 2025, UTC, to the second. */
export function momentText(random: Random): string {
  const time = Date.UTC(2024, 0, 1) + Math.floor(random() * 63_072_000) * 1_000;
  return new Date(time).toISOString().replace('.000', '');
}
