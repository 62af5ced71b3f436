/** Scenarios as files: read, and saved into the folder that the user gave, nowhere else. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LogLines } from '../../testing/log-lines.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import { startControlTester } from '../testing/control-tester.js';

const folder = temporaryFolder();
const late = `# From the incident in May.
title: Late # as the customer saw it
advice: Wait.
steps:
  # the first call only
  - times: 1
    delay: 3s # measured
`;
writeFileSync(join(folder, 'late.yaml'), late);
const log = new LogLines();
const { ask, visit } = await startControlTester({ scenarios: folder, watch: true, log: log.write });
const definition = { title: 'Down', advice: 'Retry.', answer: { status: 500 } };
const content = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('a saved scenario', () => {
  it('is created, loaded at once, listed and read again', async () => {
    expect((await ask('GET', '/scenarios')).json.folder).toBe(folder);
    const { status, json } = await ask('PUT', '/scenarios/down', { definition });
    expect([status, json]).toEqual([201, { name: 'down', file: join(folder, 'down.yaml') }]);
    // A reload may also be about the file that was written before the start.
    while ((await visit('dk_test_a~down', '/categories')).status !== 500) await log.next();
    expect((await ask('GET', '/scenarios/down')).json).toMatchObject({ name: 'down', definition });
    expect(readdirSync(folder).sort()).toEqual(['down.yaml', 'late.yaml']);
  });

  it('keeps its comments when a definition replaces it, and stores YAML unchanged', async () => {
    const changed = { title: 'Later', advice: 'Wait.', steps: [{ times: 2, delay: '3s' }], atEnd: 'hold' };
    expect((await ask('PUT', '/scenarios/late', { definition: changed })).status).toBe(200);
    expect(content('late.yaml')).toBe(
      `${late.replace('title: Late #', 'title: Later #').replace('times: 1', 'times: 2')}atEnd: hold\n`,
    );
    const text = `# mine\n${late}`;
    expect((await ask('PUT', '/scenarios/late', { yaml: text })).status).toBe(200);
    expect(content('late.yaml')).toBe(text);
  });

  it.each([
    ['a definition that the schema refuses', 'wrong', { definition: { title: 'T', delai: '3s' } }, 422],
    [
      'one that the document has no place for',
      'wrong',
      { definition: { ...definition, operations: ['x'] } },
      422,
    ],
    ['a text that is no YAML', 'wrong', { yaml: 'title: [' }, 422],
    ['both forms', 'wrong', { yaml: 'title: T', definition }, 422],
    ['a name that is taken', 'status-500', { definition }, 422],
    ['a name that leads elsewhere', '..%2Fwrong', { definition }, 400],
    ['a name with other characters', 'Wrong', { definition }, 400],
  ])('is refused: %s', async (_what, name, body, status) => {
    expect((await ask('PUT', `/scenarios/${name}`, body)).status).toBe(status);
    expect(existsSync(join(folder, 'wrong.yaml'))).toBe(false);
  });

  it('never follows a link out of the folder, and never replaces a folder', async () => {
    const outside = join(temporaryFolder(), 'victim.yaml');
    writeFileSync(outside, 'untouched');
    symlinkSync(outside, join(folder, 'linked.yaml'));
    mkdirSync(join(folder, 'inner.yaml'));
    for (const name of ['linked', 'inner']) {
      const { status, json } = await ask('PUT', `/scenarios/${name}`, { definition });
      expect([status, json.detail]).toEqual([409, expect.stringContaining('is a link or a folder')]);
    }
    expect(readFileSync(outside, 'utf8')).toBe('untouched');
    symlinkSync(`${outside}.new`, join(folder, 'dangling.yaml'));
    expect((await ask('PUT', '/scenarios/dangling', { definition })).status).toBe(409);
    expect(existsSync(`${outside}.new`)).toBe(false);
  });

  it('is not written into a folder whose place a link has taken since the start', async () => {
    const [inside, outside] = [join(temporaryFolder(), 'mine'), temporaryFolder()];
    mkdirSync(inside);
    const swapped = await startControlTester({ scenarios: inside, watch: true, log: log.write });
    rmdirSync(inside);
    symlinkSync(outside, inside);
    const { status, json } = await swapped.ask('PUT', '/scenarios/down', { definition });
    expect([status, json.detail]).toEqual([409, expect.stringContaining('is a link now')]);
    expect(readdirSync(outside)).toEqual([]);
  });
});

describe('a mock without a folder of the user', () => {
  it('saves nothing, and reads what there is', async () => {
    const shipped = await startControlTester({ watch: true });
    const { status, json } = await shipped.ask('PUT', '/scenarios/down', { definition });
    expect([status, json.detail]).toEqual([
      409,
      expect.stringContaining('the option scenarios DIR and the option watch'),
    ]);
    expect((await shipped.ask('GET', '/scenarios')).json.folder).toBeNull();
    expect((await shipped.ask('GET', '/scenarios/flaky')).json).toMatchObject({
      definition: { steps: [{ times: 2, answer: { status: 500 } }] },
    });
    expect((await shipped.ask('GET', '/scenarios/status-404')).json).toMatchObject({
      source: 'document',
      definition: { answer: { status: 404 } },
    });
    expect((await shipped.ask('GET', '/scenarios/flakey')).json.nearest).toContain('flaky');
  });
});
