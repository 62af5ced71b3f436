import { Menu, type MenuItem } from '../../parts/controls.js';
import { ExportIcon } from '../../shell/icons.js';
import type { LoggedExchange } from '../../state/exchange-log.js';
import { attempt } from '../../state/world.js';
import { control } from '../../control/control-api.js';

type Row = Pick<LoggedExchange, 'sandbox' | 'id'>;

/** Saves the listed exchanges as a file, without keys. */
export function ExportMenu({ rows, isSmall = false }: { rows: readonly Row[]; isSmall?: boolean }) {
  return <Menu label="Export" icon={<ExportIcon />} items={fileItems(rows)} isSmall={isSmall} />;
}

const forms = {
  har: { label: 'Download HAR', mediaType: 'application/har+json' },
  json: { label: 'Download JSON', mediaType: 'application/json' },
} as const;

function fileItems(rows: readonly Row[]): MenuItem[] {
  return (['har', 'json'] as const).map((form) => ({
    label: forms[form].label,
    onChoose: () => void attempt(() => save(form, rows)),
  }));
}

async function save(form: ExportForm, rows: readonly Row[]): Promise<void> {
  const text = await exportText(form, rows);
  download(fileName(form, rows), text, forms[form].mediaType);
}

/** `drydock-alice.har`, `drydock-alice-7.har` or `drydock.har`. */
function fileName(form: ExportForm, rows: readonly Row[]): string {
  const names = new Set(rows.map(({ sandbox }) => sandbox));
  const [first] = rows;
  const parts = [
    'drydock',
    ...(names.size === 1 && first ? [first.sandbox] : []),
    ...(rows.length === 1 && first ? [String(first.id)] : []),
  ];
  return `${parts.join('-')}.${form}`;
}

function download(name: string, text: string, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const atOnce = 500;

/** An exchange of an export: what the control API says of it, and its sandbox. */
type ExportedExchange = Readonly<Record<string, unknown>>;

type ExportForm = 'json' | 'har';

/** An archive of HTTP exchanges (HAR 1.2); Drydock's own remarks have the exchange's id. */
interface Har {
  readonly log: { readonly entries: readonly HarEntry[] };
}

interface HarEntry {
  readonly request: HarMessage & { readonly url: string };
  readonly response: HarMessage;
  readonly _drydock?: { readonly id?: number };
}

interface HarMessage {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

/**
 * The text of a file with exchanges, oldest first in each sandbox, without keys. Those that a journal has dropped meanwhile are
 * left out.
 */
async function exportText(form: ExportForm, rows: readonly Row[]): Promise<string> {
  const bySandbox = new Map<string, Set<number>>();
  for (const { sandbox, id } of rows) bySandbox.set(sandbox, (bySandbox.get(sandbox) ?? new Set()).add(id));
  return form === 'json' ? jsonText(bySandbox) : harText(bySandbox);
}

async function jsonText(wanted: ReadonlyMap<string, ReadonlySet<number>>): Promise<string> {
  const exchanges: ExportedExchange[] = [];
  for (const [sandbox, ids] of wanted)
    for await (const page of pagesOf(ids, (query) => control.exchanges(sandbox, query)))
      for (const exchange of page.requests)
        if (ids.has(exchange.id)) exchanges.push({ sandbox, ...withoutKeys(exchange) });
  return JSON.stringify({ exchanges }, null, 2);
}

async function harText(wanted: ReadonlyMap<string, ReadonlySet<number>>): Promise<string> {
  let whole: Har | undefined;
  for (const [sandbox, ids] of wanted)
    for await (const page of pagesOf(ids, async (query) => (await control.har(sandbox, query)) as Har)) {
      const entries = page.log.entries.filter(
        ({ _drydock: own }) => own?.id !== undefined && ids.has(own.id),
      );
      whole = {
        ...(whole ?? page),
        log: {
          ...(whole ?? page).log,
          entries: [...(whole?.log.entries ?? []), ...entries.map(entryWithoutKeys)],
        },
      };
    }
  return JSON.stringify(whole ?? { log: { version: '1.2', entries: [] } }, null, 2);
}

/** Reads a journal from the first to the last wanted id; gaps between them are skipped. */
async function* pagesOf<T>(ids: ReadonlySet<number>, read: (query: string) => Promise<T>): AsyncGenerator<T> {
  const sorted = [...ids].sort((a, b) => a - b);
  while (sorted.length > 0) {
    const [first = 1] = sorted;
    const within = sorted.findIndex((id) => id >= first + atOnce);
    const taken = sorted.splice(0, within === -1 ? sorted.length : within);
    const last = taken.at(-1) ?? first;
    yield await read(`after=${first - 1}&limit=${last - first + 1}`);
  }
}

const hidden = '(hidden)';

const keyInQuery = /dk_(test|limited|expired|live)_[^&]+/g;

/** Headers that carry credentials, and those of the journal that are cut. */
const secretHeader = /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|api-key)$/i;

/** An exchange without keys: an export leaves this machine, also with keys that are no secrets here. */
export function withoutKeys<
  E extends {
    readonly request: { readonly headers: Readonly<Record<string, string>>; readonly query: string };
    readonly response: { readonly headers: Readonly<Record<string, string>> };
  },
>(exchange: E): E {
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
  const hide = ({ headers }: HarMessage): HarMessage => ({
    headers: headers.map(({ name, value, ...more }) => ({ ...more, name, value: shownValue(name, value) })),
  });
  return {
    ...entry,
    request: { ...request, ...hide(request), url: request.url.replaceAll(keyInQuery, hidden) },
    response: { ...response, ...hide(response) },
  };
}

function hideIn(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, shownValue(name, value)]));
}

function shownValue(name: string, value: string): string {
  const isKey = secretHeader.test(name) || value.endsWith('…') || /(^| )dk_[a-z]+_\S+$/.test(value);
  return isKey ? hidden : value;
}
