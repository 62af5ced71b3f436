/**
 * Import tax as the receiver sees it: the destination's threshold, duty and VAT or GST on the customs value. It
 * is an estimate by one flat duty rate for each country (goods have no tariff codes here), paid on delivery (DAP).
 * The figures are data with a date and a source for each: destinations.yaml.
 */
/** A destination of destinations.yaml; amounts in its currency, percentages of the value. */
export interface Destination {
  readonly name: string;
  readonly currency: string;
  /** Goods up to this value pay no duty. */
  readonly duty_threshold: number;
  /** Goods up to this value pay no VAT or GST. */
  readonly tax_threshold: number;
  readonly duty_percent: number;
  /** The name of the tax: VAT, GST, consumption tax. */
  readonly tax: string;
  readonly tax_percent: number;
  /** Duty below the threshold, for each kind of item. */
  readonly low_value_duty?: number;
  /** The base of duty: goods alone (FOB) or goods and freight (CIF). */
  readonly value: 'FOB' | 'CIF';
  readonly source: string;
  /** The customs union it belongs to: nothing is due between its members. */
  readonly customs_union?: string;
}

/** The content of destinations.yaml. */
export interface DestinationsFile {
  readonly effective: string;
  readonly usd_per_unit: Readonly<Record<string, number>>;
  readonly groups: Readonly<Record<string, Partial<Destination>>>;
  readonly destinations: Readonly<Record<string, Partial<Destination> & { readonly group?: string }>>;
}

/** A destination ready for estimates: amounts in US cents, texts finished. */
export type ImportTaxRule = Readonly<ReturnType<typeof importTaxRule>>;

export interface ImportTaxes {
  readonly effective: string;
  readonly rules: ReadonlyMap<string, ImportTaxRule>;
}

/** Makes the rules of all destinations; the file has been checked (tariff-source.ts). */
export function makeImportTaxes({
  effective,
  groups,
  destinations,
  usd_per_unit: rates,
}: DestinationsFile): ImportTaxes {
  const rules = new Map<string, ImportTaxRule>();
  for (const [code, { group, ...own }] of Object.entries(destinations)) {
    const destination = { ...groups[group ?? ''], ...own };
    if (isComplete(destination))
      rules.set(code, importTaxRule(destination, rates[destination.currency] ?? 1));
  }
  return { effective, rules };
}

/** A destination's own fields and those of its group. */
export const requiredKeys = [
  'name',
  'currency',
  'duty_threshold',
  'tax_threshold',
  'duty_percent',
  'tax',
  'tax_percent',
  'value',
  'source',
] as const;

export function isComplete(destination: Partial<Destination>): destination is Destination {
  return requiredKeys.every((key) => destination[key] !== undefined);
}

function importTaxRule(destination: Destination, usdPerUnit: number) {
  const { name, currency, duty_threshold: duty, tax_threshold: tax } = destination;
  const inUsCents = (amount: number): number => Math.round(amount * usdPerUnit * 100);
  const threshold = (amount: number): string => `the threshold of ${currency} ${thousands(amount)}`;
  return {
    name,
    dutyThresholdCents: inUsCents(duty),
    taxThresholdCents: inUsCents(tax),
    dutyPercent: destination.duty_percent,
    tax: destination.tax,
    taxPercent: destination.tax_percent,
    lowValueDutyCents: inUsCents(destination.low_value_duty ?? 0),
    onFreight: destination.value === 'CIF',
    customsUnion: destination.customs_union,
    dutyThreshold: threshold(duty),
    taxThreshold: threshold(tax),
  };
}

/** 10000 as "10,000". */
export function thousands(amount: number): string {
  return String(amount).replace(/\B(?=([0-9]{3})+$)/g, ',');
}
