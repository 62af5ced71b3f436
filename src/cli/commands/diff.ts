import type { Contract } from '../../contract/contract.js';
import { packageVersion } from '../../contract/package-root.js';
import { diffDocuments, failLevels, type Comparison } from '../../diff/diff-documents.js';
import { readExpectedChanges } from '../../diff/expected-changes.js';
import { diffReportNames, loadDiffReport } from '../../diff/reports/registry.js';
import { oneOf } from '../../options/forms/forms.js';
import { flagsOf } from '../../options/option.js';
import { verifyOptions } from '../../options/verify-options.js';
import { stopSignal, type Command, type Terminal } from '../command.js';
import { openMet } from '../diff-recordings.js';
import { UsageError, type GivenFlags } from '../flags.js';
import { wantedOf, WrittenReports } from '../verify/verify-reports.js';
import { baseFrom, baseOption } from './drift.js';
import { contractOf } from './given-contract.js';

/** `drydock diff OLD NEW`: what changed for clients between two documents, and whether recorded clients have met it. */
export const diff: Command = {
  summary:
    'Compare two documents, weighed by what recorded clients sent and got. Exit 0 compatible, 1 clients break, 2 usage, 3 nothing recorded.',
  usage: 'diff OLD NEW [flags]',
  givesVerdict: true,
  maxPositionals: 2,
  flags: {
    met: {
      value: 'F',
      help: 'traffic that weighs the changes: a HAR, NDJSON or coverage as JSON, a folder of them, or the address of a running mock or proxy; may be given several times',
      many: true,
      isPath: true,
      noEnv: true,
    },
    'fail-on': {
      value: 'L',
      help: 'changes that fail: met, those that a recorded client has met; breaking, all that break; none',
      form: oneOf(failLevels),
      defaultText: 'met where --met is given, else breaking',
    },
    'expected-changes': {
      value: 'F',
      help: 'list of breaking changes that are known, [{change, reason, expires?}], YAML or JSON',
      isPath: true,
    },
    overlay: {
      value: 'F',
      help: 'OpenAPI overlay to apply to NEW; may be given several times',
      many: true,
      isPath: true,
    },
    'old-overlay': { value: 'F', help: 'the same for OLD', many: true, isPath: true },
    base: {
      ...baseOption,
      help: "the service's address in the recordings",
      defaultText: `${baseOption.defaultText} of OLD`,
    },
    'control-token': {
      value: 'T',
      help: 'control token of the addresses of --met',
      defaultText: 'found where they run here',
      secret: true,
    },
    report: {
      value: 'R[=F]',
      help: diffReportNames.join(', '),
      default: 'text',
      many: true,
      isPath: 'after =',
    },
    output: verifyOptions.output,
    ...flagsOf({ specRoot: verifyOptions.specRoot }),
  },
  async run(given, terminal) {
    const [old, now] = given.positionals;
    if (old === undefined || now === undefined)
      throw new UsageError('Say which two documents: drydock diff openapi-v1.yaml openapi-v2.yaml.');
    const wanted = wantedOf(diffReportNames, given.texts('report'), given.text('output'));
    const signal = stopSignal(terminal);
    const contracts = {
      old: await load(old, given, 'old-overlay', terminal),
      new: await load(now, given, 'overlay', terminal),
    };
    const options = {
      ...contracts,
      ...(await openMet(given.texts('met'), given.text('control-token'), terminal)),
      failOn: failLevels.find((level) => level === given.text('fail-on')),
      expectedChanges: expectedFrom(given),
      base: baseFrom(given),
      signal,
    };
    const reports = await WrittenReports.open(wanted, terminal, async (name, color) => {
      const report = await loadDiffReport(name);
      return (made: Comparison) => report.write(made, { color, version: packageVersion() });
    });
    try {
      const comparison = await diffDocuments(options);
      reports.write(comparison);
      reports.finish(comparison.verdict);
      return comparison.exitCode;
    } catch (error) {
      reports.discard();
      if (!signal.aborted) throw error;
      terminal.err('Stopped before the documents were compared.');
      return 130;
    }
  },
};

/** @throws DocumentError for a document that can't be used */
async function load(
  spec: string,
  given: GivenFlags,
  overlays: 'overlay' | 'old-overlay',
  terminal: Terminal,
): Promise<Contract> {
  const contract = await contractOf(given, [spec], overlays);
  const [first, ...others] = contract.warnings;
  if (first !== undefined)
    terminal.err(others.length === 0 ? first : `${first} (and ${others.length} more like it)`);
  return contract;
}

function expectedFrom(given: GivenFlags) {
  const file = given.text('expected-changes');
  if (file === undefined) return undefined;
  try {
    return readExpectedChanges(file);
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause });
  }
}
