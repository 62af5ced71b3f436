import { BodyDecoder } from '../../conformance/target/decode-body.js';
import { keptAtMost } from '../../journal/journal-entry.js';
import type { KeptBody, NewJournalEntry } from '../../journal/journal-entry.js';
import type { FinishedExchange } from '../exchange/outcome.js';
import { fieldOf } from '../headers/end-to-end.js';

type KeptResponse = NewJournalEntry['response'];

/** Makes the journal's form of a response that came from the target: what the client got, decompressed. */
export async function sentByTarget({ exchange, outcome }: FinishedExchange): Promise<KeptResponse> {
  const { answer, changed } = outcome;
  const { status, fields } = changed ?? answer ?? { status: 0, fields: [] };
  const length = fieldOf(fields, 'content-length');
  const bytes = changed?.body ?? answer?.body.beginning ?? nothing.bytes;
  const size = changed?.body.length ?? answer?.body.size ?? 0;
  const encoding = changed?.broken ? undefined : fieldOf(fields, 'content-encoding');
  return {
    status,
    headers: keptFields(fields),
    body: exchange.method === 'HEAD' ? nothing : await keptBody(bytes, size, encoding),
    contentLength: length === undefined ? undefined : Number(length),
    quota: undefined,
    broken: changed?.broken,
    fromTarget: true,
  };
}

const nothing: KeptBody = { bytes: new Uint8Array(0), size: 0 };
const decoder = new BodyDecoder();

async function keptBody(bytes: Buffer | Uint8Array, size: number, encoding?: string): Promise<KeptBody> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (encoding === undefined || size !== whole.length) return kept(whole, size);
  const { body, problem, notRead } = await decoder.decode(whole, encoding);
  return problem === undefined && notRead === undefined ? kept(body, body.length) : kept(whole, size);
}

function kept(bytes: Buffer, size: number): KeptBody {
  return { bytes: bytes.subarray(0, keptAtMost), size };
}

/** Several lines of a field are one value of several lines; no cookie may be used by whoever reads a journal. */
function keptFields(fields: readonly string[]): Record<string, string> {
  const kept = new Map<string, [name: string, value: string]>();
  for (let index = 0; index < fields.length; index += 2) {
    const [name = '', value = ''] = [fields[index], fields[index + 1]];
    const lower = name.toLowerCase();
    const shown = lower === 'set-cookie' ? value.replace(/^([^=;]*=)[^;]*/, '$1***') : value;
    const known = kept.get(lower);
    kept.set(lower, known ? [known[0], `${known[1]}\n${shown}`] : [name, shown]);
  }
  return Object.fromEntries(kept.values());
}
