import { describe, expect, it } from 'vitest';
import { temporaryFile } from '../../testing/temporary-folder.js';
import { callCommand } from '../testing/call-command.js';
import { warningLines } from '../warning-lines.js';

const schemas = Array.from({ length: 11 }, (_, index) => `    S${index}: {"hint\\n${index}": 1}\n`);
const text = `openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a:
    get:
      parameters: [{name: n, in: query, schema: {type: nonsense}}]
      responses: {"204": {description: Done.}}
components:
  schemas:
${schemas.join('')}`;
const file = temporaryFile('api.yaml', text);

describe('drydock spec check', () => {
  it('lists every warning on a line of its own, those of unusable schemas too', async () => {
    const { out, err, exitCode } = await callCommand(['spec', 'check', file]);
    const lines = out.trimEnd().split('\n');
    expect({ err, exitCode, last: lines.at(-1) }).toEqual({
      err: '',
      exitCode: 1,
      last: '1 operation, 12 warnings.',
    });
    expect(lines.slice(0, 11)).toEqual(
      schemas.map((_, index) => `${file}:${index + 10}: unknown schema keyword "hint\\n${index}"`),
    );
    expect(lines[11]).toMatch(/api\.yaml:6: the schema constrains nothing: /);
    const json = await callCommand(['spec', 'check', file, '--json']);
    expect(JSON.parse(json.out)).toEqual({ file, operations: 1, warnings: lines.slice(0, -1) });
  });

  it('exits with 0 where there is none, and with 2 without a document', async () => {
    const good = temporaryFile(
      'good.yaml',
      text.slice(0, text.indexOf('components')).replace('nonsense', 'string'),
    );
    expect(await callCommand(['spec', 'check', good])).toEqual({
      out: '1 operation, 0 warnings.',
      err: '',
      exitCode: 0,
    });
    for (const args of [[], ['check'], ['chekc', good]])
      expect(await callCommand(['spec', ...args])).toMatchObject({
        exitCode: 2,
        err: expect.stringContaining('drydock spec check openapi.yaml'),
      });
  });
});

it('warningLines shows ten warnings, a line each, and names the command that lists all', () => {
  const warnings = Array.from({ length: 12 }, (_, index) => `one\n${index}`);
  expect(warningLines({ warnings: warnings.slice(0, 10) })).toHaveLength(10);
  const lines = warningLines({ warnings });
  expect(lines).toHaveLength(11);
  expect(lines[0]).toBe('warning    one 0');
  expect(lines[10]).toBe('warning    and 2 more: drydock spec check FILE lists them');
});
