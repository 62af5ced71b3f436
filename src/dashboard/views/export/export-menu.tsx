import { Menu } from '../../parts/controls.js';
import { ExportIcon } from '../../shell/icons.js';
import type { Har } from '../../../client/types.js';
import type { Schemas } from '../../control/control-types.js';
import type { LoggedExchange } from '../../state/exchange-log.js';
import { attempt } from '../../state/world.js';
import { control } from '../../control/control-api.js';

type Row = Pick<LoggedExchange, 'sandbox' | 'id'>;

/** Saves the listed exchanges as a file, without keys. */
export function ExportMenu({ rows, isSmall = false }: { rows: readonly Row[]; isSmall?: boolean }) {
  const items = forms.map(({ ending, mediaType, textOf }) => ({
    label: `Download ${ending.toUpperCase()}`,
    onChoose: () => void attempt(async () => download(fileName(ending, rows), await textOf(rows), mediaType)),
  }));
  return <Menu label="Export" icon={<ExportIcon />} items={items} isSmall={isSmall} />;
}

/** Files of exchanges. Those that a journal has dropped meanwhile are left out. */
const forms = [
  { ending: 'har', mediaType: 'application/har+json', textOf: harText },
  { ending: 'json', mediaType: 'application/json', textOf: jsonText },
] as const;

/** `drydock-alice.har`, `drydock-alice-7.har` or `drydock.har`. */
function fileName(ending: string, rows: readonly Row[]): string {
  const names = new Set(rows.map(({ sandbox }) => sandbox));
  const [first] = rows;
  const parts = [
    'drydock',
    ...(names.size === 1 && first ? [first.sandbox] : []),
    ...(rows.length === 1 && first ? [String(first.id)] : []),
  ];
  return `${parts.join('-')}.${ending}`;
}

function download(name: string, text: string, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

type HarEntry = Har['log']['entries'][number];
type HarPair = HarEntry['request']['headers'][number];

async function jsonText(rows: readonly Row[]): Promise<string> {
  const exchanges: object[] = [];
  for await (const { sandbox, ids, page } of pagesOf(rows, control.exchanges))
    for (const exchange of page.requests)
      if (ids.has(exchange.id)) exchanges.push({ sandbox, ...withoutKeys(exchange) });
  return JSON.stringify({ exchanges }, null, 2);
}

async function harText(rows: readonly Row[]): Promise<string> {
  const entries: HarEntry[] = [];
  let log: object = { version: '1.2' };
  for await (const { ids, page } of pagesOf(rows, control.har)) {
    const wanted = page.log.entries.filter(({ _drydock: { id } }) => id !== undefined && ids.has(id));
    entries.push(...wanted.map(entryWithoutKeys));
    log = page.log;
  }
  return JSON.stringify({ log: { ...log, entries } }, null, 2);
}

/** Exchanges that the mock is asked for at once. */
const atOnce = 500;

/** Reads the journals of some exchanges, oldest first in each sandbox; gaps between their ids are skipped. */
async function* pagesOf<T>(rows: readonly Row[], read: (sandbox: string, query: string) => Promise<T>) {
  for (const sandbox of new Set(rows.map((row) => row.sandbox))) {
    const own = rows.filter((row) => row.sandbox === sandbox);
    const sorted = own.map(({ id }) => id).sort((a, b) => a - b);
    const ids = new Set(sorted);
    while (sorted.length > 0) {
      const [first = 1] = sorted;
      const within = sorted.findIndex((id) => id >= first + atOnce);
      const taken = sorted.splice(0, within === -1 ? sorted.length : within);
      const last = taken.at(-1) ?? first;
      yield { sandbox, ids, page: await read(sandbox, `after=${first - 1}&limit=${last - first + 1}`) };
    }
  }
}

const hidden = '(hidden)';

const keyInQuery = /dk_(test|limited|expired|live)_[^&]+/g;

/** Headers that carry credentials, and those of the journal that are cut. */
const secretHeader = /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|api-key)$/i;

/** An exchange without keys: an export leaves this machine, also with keys that are no secrets here. */
function withoutKeys(exchange: Schemas['JournalEntry']) {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: {
      ...request,
      query: request.query.replaceAll(keyInQuery, hidden),
      headers: hideIn(request.headers),
    },
    response: { ...response, headers: hideIn(response.headers) },
  };
}

/** The mock masks secrets itself, and not the keys that are none here. */
function entryWithoutKeys(entry: HarEntry): HarEntry {
  const { request, response } = entry;
  return {
    ...entry,
    request: {
      ...request,
      url: request.url.replaceAll(keyInQuery, hidden),
      headers: request.headers.map(pairWithoutKey),
      queryString: request.queryString.map(pairWithoutKey),
    },
    response: { ...response, headers: response.headers.map(pairWithoutKey) },
  };
}

function pairWithoutKey({ name, value, ...more }: HarPair): HarPair {
  return { ...more, name, value: shownValue(name, value) };
}

function hideIn(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, shownValue(name, value)]));
}

function shownValue(name: string, value: string): string {
  const isKey = secretHeader.test(name) || value.endsWith('…') || /(^| )dk_[a-z]+_\S+$/.test(value);
  return isKey ? hidden : value;
}
