/** The shipping service with its data in modules, each loaded when it is first used. */
import type { Service, ServiceContext } from '../mock/service-definition.js';
import { catalogueFor } from '../shipping/catalogue/catalogue.js';
import type { ShippingData } from '../shipping/operation-handler.js';
import { prepareHandlers } from '../shipping/operations/operations.js';
import { compileTariffs, type TariffBook } from '../shipping/rates/tariff-book/compile-tariffs.js';
import { shippingAssets } from '../shipping/shipping-facts.js';

/** Compiled once, whatever the number of handlers. */
let tariffs: Promise<TariffBook> | undefined;

const data: ShippingData = {
  tariffs: () => (tariffs ??= loadTariffs()),
  categories: (seed) => catalogueFor(seed, async () => (await import('./precompiled/categories.js')).default),
  async logo(slug) {
    const { default: logos } = await import('./precompiled/logos.js');
    return Object.hasOwn(logos, slug) ? logos[slug] : undefined;
  },
};

async function loadTariffs(): Promise<TariffBook> {
  const { default: source } = await import('./precompiled/tariffs.js');
  return compileTariffs(source.tariffs, source.zip3);
}

export function prepareShipping({
  seed,
  nowIn,
  documents,
}: Omit<ServiceContext, 'contract' | 'now'>): Service {
  return { handlers: prepareHandlers({ ...data, seed, nowIn, documents }), assets: shippingAssets(data) };
}
