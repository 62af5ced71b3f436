import type { CoverageThresholds } from '../journal/coverage/coverage-text.js';
import { coverageThresholds } from '../options/coverage-thresholds.js';
import { trafficOptions } from '../options/traffic-options.js';
import { valuesOf, type GivenFlags } from './flags.js';

/** The flags about a verdict on traffic. */
export function trafficFlags(given: GivenFlags) {
  return {
    failOn: trafficOptions['fail-on'].form.read(given.text('fail-on') ?? ''),
    thresholds: thresholdsOf(given),
  };
}

export function thresholdsOf(given: GivenFlags): CoverageThresholds {
  return valuesOf(coverageThresholds, given);
}
