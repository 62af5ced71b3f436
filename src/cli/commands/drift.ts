import { loadRules } from '../../conformance/rules/load-rules.js';
import { baseAddress } from '../../options/forms/forms.js';
import { trafficOptions } from '../../options/traffic-options.js';
import { flagsOf } from '../../options/option.js';
import { verifyOptions } from '../../options/verify-options.js';
import { drift as judgeRecording } from '../../recordings/drift.js';
import { baseOf, type ServiceBase } from '../../recordings/reading/find-base.js';
import { stopSignal, type Command } from '../command.js';
import { UsageError, type GivenFlags } from '../flags.js';
import { trafficFlags } from '../traffic-flags.js';
import { openReports, wantedReports, writeRun } from '../verify/verify-reports.js';
import { contractOf } from './given-contract.js';

const { spec, overlays, specRoot } = verifyOptions;

/** The option of commands that read a recording. */
export const baseOption = {
  value: 'URL',
  help: "the service's address in the recording",
  form: baseAddress('https://host/api/v1/developer'),
  defaultText: 'where most requests went to operations',
} as const;

/** `drydock drift FILE`: whether recorded traffic keeps the contract. Nothing is sent. */
export const drift: Command = {
  summary:
    'Judge recorded traffic, a HAR or NDJSON, against the contract. Exit 0 conforms, 1 a rule is broken, 2 usage, 3 too little was exercised.',
  usage: 'drift FILE [flags]',
  givesVerdict: true,
  maxPositionals: 1,
  flags: {
    base: baseOption,
    ...flagsOf({ spec, overlays, specRoot }),
    ...trafficOptions,
  },
  async run(given, terminal) {
    const [file] = given.positionals;
    if (file === undefined) throw new UsageError('Say which recording: drydock drift FILE.har.');
    const signal = stopSignal(terminal);
    const wanted = wantedReports(given.texts('report'), given.text('output'));
    const options = {
      file,
      base: baseFrom(given),
      ...trafficFlags(given),
      contract: await contractOf(given),
      rules: await loadRules(),
      signal,
    };
    const reports = await openReports(wanted, terminal);
    try {
      return await writeRun(reports, judgeRecording(options));
    } catch (error) {
      if (!signal.aborted) throw error;
      terminal.err('Stopped before the whole recording was judged.');
      return 130;
    }
  },
};

export function baseFrom(given: GivenFlags): ServiceBase | undefined {
  const text = given.text('base');
  return text === undefined ? undefined : baseOf(text);
}
