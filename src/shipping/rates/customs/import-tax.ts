/**
 * The import tax of a shipment: nothing inside a country, on documents and below the thresholds; an estimate above them.
 * The part that doesn't depend on the courier is computed once for each request; a rate adds its freight and an amount.
 */
import type { RateRequest } from '../../types.js';
import type { Country } from '../geography/zones.js';
import type { ImportTaxes, ImportTaxRule } from './import-taxes.js';

/** One line of an estimate; `percent` is absent where a fixed amount is due. */
export interface ImportTaxLine {
  readonly name: string;
  readonly percent?: number;
  readonly onCents?: number;
  readonly cents: number;
}

/** The import tax of a request: one text for every rate, or an estimate that depends on the freight. */
export type ImportTax =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'estimate';
      readonly rule: ImportTaxRule;
      readonly valueCents: number;
      readonly itemKinds: number;
      /** The reason, after the amount: "duty 5% above the threshold of BDT 2,000, VAT 15%; payable by receiver (DAP)." */
      readonly reason: string;
    };

/** Inside a country. */
export const domestic: ImportTax = { kind: 'text', text: 'No import tax (domestic shipment).' };
const documents: ImportTax = { kind: 'text', text: 'No import tax (documents).' };
const payment = 'payable by receiver (DAP).';
const beyondEstimate: ImportTax = {
  kind: 'text',
  text: `Customs value above USD 1,000,000,000: duties and taxes are assessed on arrival, ${payment}`,
};

/** The import tax between two countries, before a courier is chosen. */
export function importTaxOf(taxes: ImportTaxes, request: RateRequest, from: Country, to: Country): ImportTax {
  if (request.product_type === '3') return documents;
  const rule = taxes.rules.get(to.code);
  if (rule?.customsUnion !== undefined && rule.customsUnion === taxes.rules.get(from.code)?.customsUnion) {
    return { kind: 'text', text: `No import tax (inside ${rule.customsUnion}).` };
  }
  if (rule === undefined) {
    const text = `Import duties and taxes may apply in ${to.code}; they are assessed on arrival, ${payment}`;
    return { kind: 'text', text };
  }
  const valueCents = customsValueCents(request);
  if (valueCents === Infinity) return beyondEstimate;
  return estimateOrNothing(rule, valueCents, itemKinds(request));
}

function estimateOrNothing(rule: ImportTaxRule, valueCents: number, kinds: number): ImportTax {
  const { name, dutyPercent, taxPercent, lowValueDutyCents } = rule;
  if (dutyPercent === 0 && taxPercent === 0)
    return { kind: 'text', text: `No import duty or tax in ${name}.` };
  if (valueCents === 0) return { kind: 'text', text: 'No import tax: the customs value is zero.' };
  const [dutiable, taxable] = [isDutiable(rule, valueCents), isTaxable(rule, valueCents)];
  const dutyDue = dutiable ? dutyPercent > 0 : lowValueDutyCents > 0;
  if (!dutyDue && !taxable) {
    const threshold = taxPercent > 0 ? rule.taxThreshold : rule.dutyThreshold;
    const text = `No import tax: the customs value of USD ${usd(valueCents)} is within ${threshold} of ${name}.`;
    return { kind: 'text', text };
  }
  return {
    kind: 'estimate',
    rule,
    valueCents,
    itemKinds: kinds,
    reason: `${dutyReason(rule, dutiable)}${taxReason(rule, taxable)}; ${payment}`,
  };
}

function dutyReason(rule: ImportTaxRule, dutiable: boolean): string {
  const { dutyPercent, dutyThreshold, lowValueDutyCents } = rule;
  if (dutiable && dutyPercent === 0) return 'no duty';
  if (dutiable && rule.dutyThresholdCents === 0) return `duty ${dutyPercent}% (no threshold)`;
  if (dutiable) return `duty ${dutyPercent}% above ${dutyThreshold}`;
  if (lowValueDutyCents === 0) return `no duty within ${dutyThreshold}`;
  return `duty USD ${usd(lowValueDutyCents)} for each kind of item within ${dutyThreshold}`;
}

function taxReason({ tax, taxPercent, taxThreshold }: ImportTaxRule, taxable: boolean): string {
  if (taxPercent === 0) return '';
  return taxable ? `, ${tax} ${taxPercent}%` : `, no ${tax} within ${taxThreshold}`;
}

/** An estimate that depends on the freight. */
type Estimate = Extract<ImportTax, { kind: 'estimate' }>;

/** The text of a rate. @param freightCents the rate's shipping charge */
export function importTaxText(importTax: ImportTax, freightCents: number): string {
  if (importTax.kind === 'text') return importTax.text;
  const { duty, tax } = amounts(importTax, freightCents);
  return `Estimated import tax USD ${usd(duty + tax)}: ${importTax.reason}`;
}

/** The lines of an estimate, duty before the tax that is charged on it too. */
export function importTaxLines(importTax: ImportTax, freightCents: number): ImportTaxLine[] {
  if (importTax.kind === 'text') return [];
  const { rule, valueCents } = importTax;
  const { onCents, duty, tax } = amounts(importTax, freightCents);
  const lines: ImportTaxLine[] = [];
  if (!isDutiable(rule, valueCents)) lines.push({ name: 'Duty', cents: duty });
  else lines.push({ name: 'Duty', percent: rule.dutyPercent, onCents, cents: duty });
  if (isTaxable(rule, valueCents)) {
    lines.push({ name: rule.tax, percent: rule.taxPercent, onCents: onCents + duty, cents: tax });
  }
  return lines;
}

function amounts({ rule, valueCents, itemKinds: kinds }: Estimate, freightCents: number) {
  const onCents = valueCents + (rule.onFreight ? freightCents : 0);
  const dutiable = isDutiable(rule, valueCents);
  const duty = dutiable ? Math.round((onCents * rule.dutyPercent) / 100) : rule.lowValueDutyCents * kinds;
  const tax = isTaxable(rule, valueCents) ? Math.round(((onCents + duty) * rule.taxPercent) / 100) : 0;
  return { onCents, duty, tax };
}

const isDutiable = (rule: ImportTaxRule, valueCents: number): boolean => valueCents > rule.dutyThresholdCents;
const isTaxable = (rule: ImportTaxRule, valueCents: number): boolean =>
  rule.taxPercent > 0 && valueCents > rule.taxThresholdCents;

function itemKinds(request: RateRequest): number {
  let kinds = 0;
  for (const { items } of request.box_dimension) kinds += items.length;
  return kinds;
}

const usd = (cents: number): string => (cents / 100).toFixed(2);

/** USD 1,000,000,000 in millionths: more than any estimate needs, and far below 2^53. */
const ceiling = 1e15;

/**
 * The customs value in cents, rounded half up, or Infinity above a billion dollars: the sum of quantity x unit price over all
 * items, exact to a millionth of a dollar. Amounts up to the ceiling are integers that a double represents exactly.
 */
export function customsValueCents(request: RateRequest): number {
  let micros = 0;
  for (const { items } of request.box_dimension) {
    for (const item of items) {
      // Both factors are whole; a product that a double can't hold exactly is above the ceiling anyway.
      micros += Number(item.quantity) * microsOf(item.unit_price);
      if (micros > ceiling) return Infinity;
    }
  }
  return Math.floor((micros + 5000) / 10_000);
}

/** "25.50" as 25,500,000 millionths; digits are read one by one, since 25.1 * 1e6 is no whole number in binary. */
function microsOf(price: string): number {
  let micros = 0;
  let decimals = -1;
  for (let at = 0; at < price.length; at++) {
    const digit = price.charCodeAt(at) - 48;
    if (digit < 0) decimals = 0;
    else {
      micros = micros * 10 + digit;
      if (decimals >= 0) decimals++;
    }
  }
  for (decimals = Math.max(0, decimals); decimals < 6; decimals++) micros *= 10;
  return micros;
}
