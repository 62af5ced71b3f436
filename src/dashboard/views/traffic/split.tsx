import { signal } from '@preact/signals';
import { storedSignal } from '../../control/browser-storage.js';
import { Separator } from '../../parts/separator.js';

const limits = { min: 20, max: 80 };

/** Percent of the view that the list has, beside the exchange and above it. */
const shares = { beside: storedShare('beside'), above: storedShare('above') };

/** Narrower pages have the exchange below the list. */
const narrow = matchMedia('(max-width: 56.24rem)');
const isNarrow = signal(narrow.matches);
narrow.addEventListener('change', () => (isNarrow.value = narrow.matches));

function storedShare(place: string) {
  return storedSignal(`drydock-split-${place}`, (text) => {
    const share = Number(text);
    return share >= limits.min && share <= limits.max ? share : 40;
  });
}

/** The share of the list, and the border by which it is changed. */
export function useSplit() {
  const place = isNarrow.value ? 'above' : 'beside';
  const share = shares[place];
  const border = (
    <Separator
      label="Share of the list"
      value={share.value}
      {...limits}
      step={2}
      isHorizontal={place === 'above'}
      perPixel={({ parentElement: view }) =>
        100 / Math.max(1, (place === 'above' ? view?.clientHeight : view?.clientWidth) ?? 1)
      }
      onChange={(to) => (share.value = to)}
    />
  );
  return { share: share.value, border };
}
