/** Facts that the mock must know of the service besides its handlers; the same with files and in a browser. */
import type { ServiceAssets, ServiceKeys } from '../mock/service-definition.js';
import type { ShippingData } from './operation-handler.js';

/** The value of `x-drydock-service` in its document. */
export const shippingName = 'shipping-and-catalog';

export const shippingKeys: ServiceKeys = { onlyKnown: true, limitedScopes: ['categories'] };

/** The couriers' logos. */
export function shippingAssets({ logo }: Pick<ShippingData, 'logo'>): ServiceAssets {
  return {
    folder: 'logos',
    async find(name) {
      const body = name.endsWith('.svg') ? await logo(name.slice(0, -'.svg'.length)) : undefined;
      return body === undefined ? undefined : { mediaType: 'image/svg+xml', body };
    },
  };
}
