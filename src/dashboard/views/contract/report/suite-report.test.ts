import { describe, expect, it } from 'vitest';
import { fc } from '../../../../testing/properties/fast-check.js';
import { readReport, ReportError } from './suite-report.js';

const head = { format: 'drydock-report', formatVersion: 1 };

describe('readReport', () => {
  it.each<[string, RegExp]>([
    ['<html>', /^The file is not JSON\.$/],
    ['[]', /^This is not a report of the suite\./],
    ['null', /^This is not a report of the suite\./],
    [JSON.stringify({ ...head, formatVersion: 2 }), /of another version/],
    [JSON.stringify(head), /^The report is damaged: report\.target must be a text\.$/],
  ])('%s is refused with a sentence', (text, sentence) => {
    expect(() => readReport(text)).toThrow(sentence);
  });

  it('rejects anything else than a report', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => readReport(JSON.stringify({ ...head, failures: value, rules: value }))).toThrow(
          ReportError,
        );
      }),
    );
  });
});
