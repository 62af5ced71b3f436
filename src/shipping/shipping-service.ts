/**
 * The Shipping and Catalog Developer Service as a plug-in: its document, scenarios, handlers and logos. The business logic is
 * in catalogue/, rates/ and orders/ and knows no HTTP.
 */
import type { Contract } from '../contract/contract.js';
import { loadContract } from '../contract/load-contract.js';
import { packageFile } from '../contract/package-root.js';
import type { ServiceDefinition, Service } from '../mock/service-definition.js';
import { catalogueFor } from './catalogue/catalogue.js';
import { readCatalogueFile } from './catalogue/catalogue-file.js';
import { courierLogo } from './logos/courier-logo.js';
import { prepareHandlers } from './operations/operations.js';
import {
  precompiledFile,
  precompiledTariffs,
  tariffFolder,
} from './rates/tariff-book/precompiled-tariffs.js';
import { readZip3 } from './rates/geography/read-zip3.js';
import { compileTariffs, type TariffBook } from './rates/tariff-book/compile-tariffs.js';
import { shippingAssets, shippingKeys, shippingName } from './shipping-facts.js';
import type { OperationId } from './operation-handler.js';
import type { ChargeExplanation } from './rates/charge-explanation.js';
import { rateShipment } from './rates/rate-shipment.js';
import type { RateRequest } from './types.js';

/** The service's OpenAPI document, as it ships in the package. */
export const shippingDocument = packageFile('openapi.yaml');

/** The scenarios that ship with it. */
export const shippingScenarios = packageFile('scenarios');

const precompiled = {
  document: precompiledFile('document.json'),
  lines: precompiledFile('lines.json'),
  validators: precompiledFile('validators.cjs'),
  scenarios: precompiledFile('scenarios.json'),
};

export interface ShippingOptions {
  /** A folder of tariff files; default: the package's own. */
  readonly tariffs?: string | undefined;
}

export function shippingService({ tariffs: folder }: ShippingOptions = {}): ServiceDefinition {
  return {
    name: shippingName,
    document: shippingDocument,
    scenarios: shippingScenarios,
    precompiled,
    sources: [folder ?? tariffFolder],
    keys: shippingKeys,
    async prepare({ seed, nowIn, documents }) {
      const tariffs = await loadTariffs(folder);
      const data = { tariffs, categories, logo: courierLogo };
      return {
        handlers: prepareHandlers({ ...data, seed, nowIn, documents }),
        assets: shippingAssets(data),
        explain: explainRates(tariffs, seed),
      };
    },
  };
}

/**
 * Precompiled tariffs become tables at the first rate. The reader of tariff files is loaded only where they can't be used.
 *
 * @throws DataFileError when a tariff is invalid
 */
async function loadTariffs(folder: string | undefined): Promise<() => TariffBook> {
  const ready = folder === undefined ? precompiledTariffs() : undefined;
  let book: TariffBook | undefined;
  if (ready) return () => (book ??= compileTariffs(ready, readZip3()));
  const { loadTariffBook } = await import('./rates/tariff-book/tariff-source.js');
  const loaded = loadTariffBook(folder);
  return () => loaded;
}

/** The service's document, ready to serve and to check. */
export function loadShippingContract(): Promise<Contract> {
  return loadContract(shippingDocument, { strict: true, precompiled });
}

function categories(seed: number) {
  return catalogueFor(seed, readCatalogueFile);
}

/** The one operation whose responses have prices. */
const rating: OperationId = 'getShippingRates';

/** An explanation as plain JSON. */
interface ExplainedCharge extends Omit<ChargeExplanation, 'customsValueCents'> {
  readonly rateId: string;
  readonly customsValueCents: number | null;
}

/** Explains the charge of each rate of a recorded response, computed again from the request with the current tariffs. */
function explainRates(tariffs: () => TariffBook, seed: number): NonNullable<Service['explain']> {
  return ({ operation, response }, body, sandbox): ExplainedCharge[] | undefined => {
    if (operation !== rating || response.status !== 200) return undefined;
    const context = { tariffs: tariffs(), seed, sandbox, logoBase: '' };
    const { rates, explanations } = rateShipment(body as RateRequest, context);
    return explanations.map((charge, index) => ({
      rateId: rates[index]?.id ?? '',
      ...charge,
      customsValueCents: charge.customsValueCents ?? null,
    }));
  };
}
