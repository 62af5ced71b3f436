import { control } from '../../control/control-api.js';
import type { Exchange } from '../../control/control-types.js';
import { useLoaded } from '../../parts/use-loaded.js';
import { visibleText } from '../../parts/visible-text.js';
import { hrefOf } from '../../routing/route.js';

/** Ids that are looked for; a request rarely has more. */
const most = 4;

interface FoundOrigin {
  readonly name: string;
  readonly value: string;
  readonly id: number;
}

/** Where the ids of a request come from: an order's rate, a lookup's order. */
export function OriginsNote({ exchange, sandbox }: { exchange: Exchange; sandbox: string }) {
  const ids = idsIn(exchange);
  const { value: origins = [] } = useLoaded(
    () => Promise.all(ids.map((one) => originOf(one, sandbox, exchange.id))),
    [sandbox, exchange.id],
  );
  const found = origins.filter((one) => one !== undefined);
  if (found.length === 0) return null;
  return (
    <ul class="origins">
      {found.map(({ name, value, id }) => (
        <li key={value}>
          <code>{visibleText(name)}</code> comes from{' '}
          <a href={hrefOf(['traffic', sandbox, String(id)])}>request {id}</a>
        </li>
      ))}
    </ul>
  );
}

/** Fields of the body that are called ids, and segments of the path that look like one. */
export function idsIn({ request }: Pick<Exchange, 'request'>): readonly { name: string; value: string }[] {
  const json = 'json' in request.body ? request.body.json : undefined;
  const fields = typeof json === 'object' && json !== null ? Object.entries(json) : [];
  const named = fields.flatMap(([name, value]) =>
    /(^|_)id$|Id$/.test(name) && typeof value === 'string' && value.length >= 8 ? [{ name, value }] : [],
  );
  const segments = request.path.split('/').filter((one) => /^(?=.*\d)[\w.-]{8,}$/.test(one));
  return [...named, ...segments.map((value) => ({ name: value, value }))].slice(0, most);
}

async function originOf(
  { name, value }: { name: string; value: string },
  sandbox: string,
  before: number,
): Promise<FoundOrigin | undefined> {
  const { requests } = await control.search(
    `sandbox:${sandbox} id:<${before} response:"${value.replaceAll('"', '')}"`,
    1,
  );
  const [found] = requests;
  return found && { name, value, id: found.id };
}
