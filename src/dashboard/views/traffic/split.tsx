import { useEffect, useState } from 'preact/hooks';
import { signal } from '@preact/signals';
import { storedText, storeText } from '../../control/browser-storage.js';
import { Separator } from '../../parts/separator.js';

const limits = { min: 20, max: 80 };

/** Percent of the view that the list has, beside the exchange and above it. */
const shares = { beside: signal(storedShare('beside', 40)), above: signal(storedShare('above', 40)) };

type Place = keyof typeof shares;

/** Narrower pages have the exchange below the list. */
const stacked = matchMedia('(max-width: 56.24rem)');

function storedShare(place: string, usual: number): number {
  const share = Number(storedText(() => localStorage, `drydock-split-${place}`));
  return share >= limits.min && share <= limits.max ? share : usual;
}

/** The share of the list, and the border by which it is changed. */
export function useSplit() {
  const [place, setPlace] = useState<Place>(() => (stacked.matches ? 'above' : 'beside'));
  useEffect(() => {
    const follow = (): void => setPlace(stacked.matches ? 'above' : 'beside');
    stacked.addEventListener('change', follow);
    return () => stacked.removeEventListener('change', follow);
  }, []);
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
      onChange={(to) => {
        share.value = to;
        storeText(() => localStorage, `drydock-split-${place}`, String(to));
      }}
    />
  );
  return { share: share.value, border };
}
