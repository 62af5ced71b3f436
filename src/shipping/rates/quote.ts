import type { RateRequest } from '../types.js';
import type { ImportTax } from './customs/import-tax.js';
import type { Country } from './geography/world-zones.js';
import type { Charge } from './price.js';
import type { Shipment } from './shipment.js';
import type { TariffBook } from './tariff-book/compile-tariffs.js';

/** The result of rating, from which rates and explanations are made. */
export interface Quote {
  readonly request: RateRequest;
  readonly tariffs: TariffBook;
  readonly shipment: Shipment;
  readonly from: Country;
  readonly to: Country;
  readonly importTax: ImportTax;
  /** By shipping charge, then by name. */
  readonly charges: readonly Charge[];
}
