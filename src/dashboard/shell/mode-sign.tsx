import { isProxy, known, service } from '../state/world.js';
import { visibleText } from '../parts/text.js';

/** Says who answers: the mock, or the real service behind a proxy. */
export function ModeSign() {
  if (!known.value) return null;
  if (!isProxy.value) return <p class="mode">Mock</p>;
  const { targets } = service.value;
  const [only] = targets;
  const list = targets.map(({ prefix, url }) => `${prefix || '/'} → ${url}`).join('\n');
  return (
    <p class="mode proxied" title={visibleText(list)}>
      Proxy
      <span class="mode-target">
        {' → '}
        {targets.length === 1 && only ? visibleText(only.url) : `${targets.length} services`}
      </span>
    </p>
  );
}
