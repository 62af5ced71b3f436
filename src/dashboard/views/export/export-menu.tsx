import type { Exchange } from '../../control/control-types.js';
import { toClipboard } from '../../parts/copy-button.js';
import { curlCommand, fetchCode, httpFile } from '../../parts/request-code.js';
import { Menu, type MenuItem } from '../../parts/menu.js';
import type { LoggedExchange } from '../../state/exchange-log.js';
import { attempt } from '../../state/world.js';
import { repeatable } from '../exchange/repeatable-request.js';
import { exportText, type ExportForm } from './read-exchanges.js';

type Row = Pick<LoggedExchange, 'sandbox' | 'id'>;

/** Saves the listed exchanges as a file, without keys. */
export function ExportMenu({ rows, isSmall = false }: { rows: readonly Row[]; isSmall?: boolean }) {
  return <Menu label="Export" items={fileItems(rows)} isSmall={isSmall} />;
}

/** Saves one exchange as a file, or copies its request as code. */
export function ExportOne({ exchange, sandbox }: { exchange: Exchange; sandbox: string }) {
  const copy = (write: typeof httpFile): void => void attempt(() => toClipboard(write(repeatable(exchange))));
  return (
    <Menu
      label="Export"
      isSmall
      items={[
        ...fileItems([{ sandbox, id: exchange.id }]),
        { label: 'Copy as curl', onChoose: () => copy(curlCommand) },
        { label: 'Copy as .http', onChoose: () => copy(httpFile) },
        { label: 'Copy as fetch', onChoose: () => copy(fetchCode) },
      ]}
    />
  );
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

/** Has the browser save a text as a file. */
function download(name: string, text: string, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
