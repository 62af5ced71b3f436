import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { pino as Pino } from 'pino';
import { loadOptional } from '../../contract/load-optional.js';
import { systemFailure } from '../../contract/system-failure.js';
import { lastLinesMs, type LogOutput } from './access-log.js';

type Output = ReturnType<typeof Pino.destination>;

/** Bytes that may wait for a slow or full disk; lines beyond are lost. */
const maxWaiting = 1024 * 1024;
const standardOutput = 1;

/**
 * Opens the file of the log. Lines are written in batches, away from the request path; a file that can't be written is reported once
 * and harms nothing. SIGHUP reopens the file, for logrotate.
 *
 * @param destination a file, which is appended to, or `-` for standard output
 * @throws Error when the file can't be opened
 */
export async function openAccessLog(destination: string, log: (line: string) => void): Promise<LogOutput> {
  const { pino } = await loadOptional('The option accessLog', 'pino', () => import('pino'));
  const dest = destination === '-' ? standardOutput : destination;
  if (dest !== standardOutput) assureWritable(destination);
  const output = pino.destination({ dest, sync: false, append: true, maxLength: maxWaiting });
  logOutages(output, destination, log);
  const logger = pino(
    { base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level } },
    output,
  );
  const reopen = (): void => output.reopen();
  if (dest !== standardOutput) process.on('SIGHUP', reopen);
  let open = true;
  return {
    write: (fields) => {
      if (open) logger.info(fields);
    },
    close: async () => {
      process.removeListener('SIGHUP', reopen);
      if (!open) return;
      open = false;
      await ended(output);
    },
  };
}

const level = (label: string) => ({ level: label });

function assureWritable(destination: string): void {
  try {
    closeSync(openSync(destination, 'a'));
  } catch (cause) {
    throw new Error(`the access log ${destination} can't be opened: ${systemFailure(cause)}.`, { cause });
  }
}

/** Logs one sentence when writing begins to fail, and one when it works again. */
function logOutages(output: Output, destination: string, log: (line: string) => void): void {
  let failing = false;
  output.on('error', (cause) => {
    if (!failing)
      log(`The access log ${destination} can't be written, lines may be lost: ${systemFailure(cause)}.`);
    failing = true;
  });
  output.on('write', () => {
    if (failing) log(`The access log ${destination} is written again.`);
    failing = false;
  });
}

async function ended(output: Output): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    output.once('close', resolve);
    output.once('error', () => resolve());
    output.end();
  });
  await Promise.race([closed, delay(lastLinesMs, undefined, { ref: false })]);
  output.destroy();
}
