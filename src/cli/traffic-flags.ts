import type { Level } from '../conformance/level.js';
import type { CoverageThresholds } from '../journal/coverage/coverage-thresholds.js';
import { trafficOptions } from '../options/traffic-options.js';
import type { GivenFlags } from './flags.js';

/** The flags about a verdict on traffic. */
export interface TrafficFlags {
  readonly failOn: Exclude<Level, 'ASSUMED'> | undefined;
  readonly thresholds: CoverageThresholds;
}

export function trafficFlags(given: GivenFlags): TrafficFlags {
  const failOn = given.text('fail-on');
  return {
    failOn: failOn === undefined ? undefined : trafficOptions['fail-on'].form.read(failOn),
    thresholds: thresholdsOf(given),
  };
}

export function thresholdsOf(given: GivenFlags): CoverageThresholds {
  return {
    minOperations: given.number('min-operations'),
    minStatuses: given.number('min-statuses'),
    minErrors: given.number('min-errors'),
    minFields: given.number('min-fields'),
  };
}
