import { effect } from '@preact/signals';
import { hrefOf, readAddress, replaceRoute, route } from '../routing/route.js';
import { exchangeLog, known } from '../state/world.js';

/**
 * Leads an address without a view home: to the traffic, or to Start before the first request. That is decided when the page
 * is opened, so that no view gives way while it is read.
 */
export function followHome(): void {
  effect(() => {
    if (!known.value) return;
    readAddress();
    if (route.value.path.length > 0) return;
    replaceRoute(hrefOf([exchangeLog.entries.peek().length === 0 ? 'start' : 'traffic']));
  });
}
