import { parseRetryAfter } from '../../contract/retry-after.js';
import type { JournalEntry } from '../journal-entry.js';
import { describeBody } from '../describe-body.js';

/** The wait that a response asked for, and the part of the response that asked. */
export interface RetryAfter {
  readonly seconds: number;
  readonly source: string;
}

/**
 * The wait that a 429 names: Retry-After (RFC 9110 section 10.2.3, seconds or a date), else the time in its message
 * (specification 7 rule 3). Undefined when it names none.
 */
export function retryAfterOf(entry: JournalEntry): RetryAfter | undefined {
  return toldByHeader(entry) ?? toldByMessage(entry);
}

function toldByHeader({ response, time, delivery }: JournalEntry): RetryAfter | undefined {
  const value = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
  if (value === undefined) return undefined;
  const wait = parseRetryAfter(value, time + (delivery.firstByteMs ?? 0));
  return wait === undefined ? undefined : { seconds: wait / 1000, source: `Retry-After: ${value}` };
}

const secondsOf: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };

function toldByMessage({ response }: JournalEntry): RetryAfter | undefined {
  const { json, text } = describeBody(response.body);
  const message = messageOf(json) ?? text ?? (json === undefined ? '' : JSON.stringify(json));
  const amount =
    /(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|sec|secs|seconds?|m|min|mins|minutes?|h|hours?)\b/i.exec(
      message,
    ) ?? /(?:after|in|wait|for)\s+(\d+(?:\.\d+)?)(?![\w.:/-])/i.exec(message);
  if (!amount) return undefined;
  const unit = amount[2]?.toLowerCase() ?? 's';
  const key = unit === 'ms' || unit.startsWith('milli') ? 'ms' : unit.charAt(0);
  const seconds = Number(amount[1]) * (secondsOf[key] ?? 1);
  return { seconds, source: `"${message.slice(0, 100)}"` };
}

function messageOf(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null || !('message' in json)) return undefined;
  return typeof json.message === 'string' ? json.message : undefined;
}
