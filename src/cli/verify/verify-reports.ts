import { resolve } from 'node:path';
import type { ConformanceEvent, SummaryEvent } from '../../conformance/events.js';
import { packageVersion } from '../../contract/package-root.js';
import { verdictLine } from '../../reports/run-record.js';
import { createReport, reportNames, type ReportName } from '../../reports/registry.js';
import type { Terminal } from '../command.js';
import { wrongValue } from '../../options/check-options.js';
import { oneOf, type Form } from '../../options/forms/forms.js';
import { UsageError } from '../flags.js';
import { closeSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { systemFailure } from '../../contract/system-failure.js';

/** A report that the command line asks for. */
export interface WantedReport<Name extends string = ReportName> {
  readonly name: Name;
  /** Undefined for standard output. */
  readonly file: string | undefined;
  /** The flag that names the file. */
  readonly flag: string;
}

/**
 * The reports of `--report FORMAT[=FILE]`, which may be given several times, and `--output FILE`.
 *
 * @throws UsageError for an unknown format, two reports in one place, and an `--output` that no report needs
 */
export function wantedReports(given: readonly string[], output: string | undefined): WantedReport[] {
  return wantedOf(reportNames, given, output);
}

/** As `wantedReports`, of the formats that a command has; `text` is one of them. */
export function wantedOf<Name extends string>(
  names: readonly Name[],
  given: readonly string[],
  output: string | undefined,
): WantedReport<Name>[] {
  const formats = oneOf(names);
  const reports = (given.length === 0 ? ['text'] : given).map((text) => parsed(formats, text, output));
  const [first, second] = reports.filter(({ flag }) => flag === '--output');
  if (second)
    throw new UsageError(
      `Only one report can go to ${output ?? 'standard output'}; give each other one a file, such as ${second.name}=FILE.`,
    );
  if (output !== undefined && first === undefined)
    throw new UsageError('--output is for a report without a file of its own, and here each has one.');
  for (const [index, { file }] of reports.entries()) {
    const other = reports.findIndex((one) => one.file !== undefined && isSameFile(one.file, file));
    if (file !== undefined && other < index)
      throw new UsageError(`Two reports can't be written to ${file}: give each a file of its own.`);
  }
  return reports;
}

function parsed<Name extends string>(
  formats: Form<Name, Name | Lowercase<Name>>,
  text: string,
  output: string | undefined,
): WantedReport<Name> {
  const [name = '', ...rest] = text.split('=');
  const file = rest.join('=');
  const format = formats.read(name);
  if (format === undefined)
    throw new UsageError(wrongValue('--report', { value: 'R', help: '', form: formats }, name));
  if (rest.length === 0) return { name: format, file: output, flag: '--output' };
  if (file === '') throw new UsageError(`--report ${format}= lacks the file: ${format}=FILE.`);
  return { name: format, file, flag: `--report ${format}` };
}

function isSameFile(one: string, other: string | undefined): boolean {
  return other !== undefined && resolve(one) === resolve(other);
}

interface Written<Event> {
  readonly write: (event: Event) => string;
  /** Undefined for standard output. */
  readonly output: Output | undefined;
}

/** All reports of one run. */
export class WrittenReports<Event> {
  private constructor(
    private readonly all: readonly Written<Event>[],
    private readonly terminal: Terminal,
  ) {}

  /**
   * @param reportOf loads a report: a function from each event to what is written of it
   * @throws UsageError when a file can't be written; then all are left as they were found
   */
  static async open<Event, Name extends string>(
    wanted: readonly WantedReport<Name>[],
    terminal: Terminal,
    reportOf: (name: Name, color: boolean) => Promise<(event: Event) => string>,
  ): Promise<WrittenReports<Event>> {
    const outputs = openAll(wanted);
    const all: Written<Event>[] = [];
    for (const [index, { name }] of wanted.entries()) {
      const output = outputs[index];
      all.push({ write: await reportOf(name, output === undefined && terminal.color), output });
    }
    return new WrittenReports(all, terminal);
  }

  write(event: Event): void {
    for (const { write, output } of this.all) {
      const text = write(event);
      if (output) output.add(text);
      else if (text !== '') this.terminal.write(text);
    }
  }

  /**
   * Writes the files, and the verdict on the terminal where no report is there.
   *
   * @throws UsageError for the first file that can't be written; the others are
   */
  finish(verdict: string | undefined): void {
    const failures = this.all.flatMap(({ output }) => {
      try {
        output?.save();
        return [];
      } catch (error) {
        return [error];
      }
    });
    if (failures.length > 0) throw failures[0];
    if (verdict !== undefined && this.all.every(({ output }) => output)) this.terminal.err(verdict);
  }

  discard(): void {
    for (const { output } of this.all) output?.discard();
  }
}

/** The reports of a run of the suite, or of a verdict on traffic. */
export type SuiteReports = WrittenReports<ConformanceEvent>;

/** @param started when the run began @throws UsageError when a file can't be written */
export function openReports(
  wanted: readonly WantedReport[],
  terminal: Terminal,
  started = new Date(),
): Promise<SuiteReports> {
  const settings = { version: packageVersion(), startedAt: started.toISOString() };
  return WrittenReports.open(wanted, terminal, async (name, color) => {
    const report = await createReport(name, { ...settings, color });
    return (event) => report.write(event);
  });
}

/** Writes all events of a run; where they fail, files are left as they were found. @returns the exit code @throws as they do */
export async function writeRun(
  reports: SuiteReports,
  events: AsyncIterable<ConformanceEvent> | Iterable<ConformanceEvent>,
): Promise<number> {
  let summary: SummaryEvent | undefined;
  try {
    for await (const event of events) {
      reports.write(event);
      if (event.type === 'summary') summary = event;
    }
  } catch (error) {
    reports.discard();
    throw error;
  }
  reports.finish(summary && verdictLine(summary));
  return summary?.exitCode ?? 3;
}

/** @throws UsageError when a file can't be written; then all are left as they were found */
function openAll(wanted: readonly Pick<WantedReport, 'file' | 'flag'>[]): (Output | undefined)[] {
  const outputs: (Output | undefined)[] = [];
  try {
    for (const { file, flag } of wanted)
      outputs.push(file === undefined ? undefined : openOutput(flag, file));
    return outputs;
  } catch (error) {
    for (const output of outputs) output?.discard();
    throw error;
  }
}

/** The file of a report. */
type Output = ReturnType<typeof openOutput>;

/**
 * Tries whether a file can be written, before anything is sent. What it contains stays until `save`.
 *
 * @param flag the flag that names the file, for errors
 * @throws UsageError, one sentence
 */
function openOutput(flag: string, file: string) {
  const pieces: string[] = [];
  const attempt = <T>(action: () => T): T => {
    try {
      return action();
    } catch (cause) {
      throw new UsageError(`${flag} can't be written to ${file}: ${systemFailure(cause)}.`, { cause });
    }
  };
  const found = attempt(() => statSync(file, { throwIfNoEntry: false }));
  // To open a pipe and close it again would end it for its reader.
  if (found === undefined || found.isFile() || found.isDirectory())
    attempt(() => closeSync(openSync(file, 'a')));
  return {
    add: (text: string) => pieces.push(text),
    /** Writes what was added. @throws UsageError */
    save: () => attempt(() => writeFileSync(file, pieces.join(''))),
    /** Leaves the file as it was found. */
    discard: () => {
      if (found === undefined) rmSync(file, { force: true });
    },
  };
}
