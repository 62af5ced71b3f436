/** The script of the GitHub Action for comparisons, run as a runner would. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requestOf } from '../../diff/testing/thing-documents.js';
import { temporaryFolder } from '../temporary-folder.js';
import { runAction } from './run-action.js';

const folder = temporaryFolder();
const evil = '\n::set-output name=a::b ##[error]e | <script>';

function write(name: string, content: object): string {
  writeFileSync(join(folder, name), JSON.stringify(content));
  return name;
}

const old = write('old.json', requestOf({ type: 'object', properties: { unit: { enum: ['kg', evil] } } }));
const now = write('new.json', requestOf({ type: 'object', properties: { unit: { enum: ['kg'] } } }));
const met = join(folder, 'met.ndjson');
const sent = (unit: string) =>
  JSON.stringify({
    ...{ method: 'POST', url: 'https://api.example/things', status: 200 },
    requestHeaders: { 'content-type': 'application/json' },
    requestBody: { unit },
  });

const runDiff = (inputs: Record<string, string>) => runAction('diff', inputs, folder);

describe('the GitHub Action for comparisons', () => {
  it('annotates the line of NEW that breaks clients, and writes the summary', async () => {
    const ran = await runDiff({ INPUT_OLD: old, INPUT_NEW: now });
    expect(ran.exitCode).toBe(1);
    expect(ran.commands).toEqual([
      expect.stringMatching(
        /^::error file=new\.json,line=1,title=enum-values-removed::POST \/things: request body \/unit no longer takes /,
      ),
    ]);
    expect(ran.summary).toContain('### BREAKS: 1 breaking change.');
    expect(ran.outputs).toBe('report=drydock-diff.json\nexit-code=1\n');
  });

  it('warns of changes that no recorded client has met', async () => {
    writeFileSync(met, `${sent('kg')}\n`);
    const ran = await runDiff({ INPUT_OLD: old, INPUT_NEW: now, INPUT_MET: met });
    expect([ran.exitCode, ran.commands]).toEqual([0, [expect.stringMatching(/^::warning file=new\.json/)]]);
  });

  it('lets no document and no recording command the runner', async () => {
    writeFileSync(met, `${sent(evil)}\n`);
    const ran = await runDiff({ INPUT_OLD: old, INPUT_NEW: now, INPUT_MET: met });
    expect(ran.exitCode).toBe(1);
    expect(ran.commands).toHaveLength(1);
    expect(ran.lines.join('\n')).not.toContain('##[');
    expect(ran.summary).not.toContain('<script>');
  });

  it('says that there is no report where the command could not run', async () => {
    const ran = await runDiff({ INPUT_OLD: old, INPUT_NEW: 'missing.json' });
    expect([ran.exitCode, ran.commands]).toEqual([
      2,
      ['::error title=drydock diff::It left no report (exit code 2).'],
    ]);
  });
});
