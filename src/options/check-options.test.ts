import { describe, expect, it } from 'vitest';
import { drydock } from '../client/index.js';
import { createApp, createServer, verify, type VerifyOptions } from '../index.js';
import { temporaryFile } from '../testing/temporary-folder.js';
import type { GivenOptions } from './option-types.js';
import type { verifyOptions } from './verify-options.js';

type VerifyInCode =
  | 'addresses'
  | 'contract'
  | 'rules'
  | 'rerun'
  | 'expectedFailures'
  | 'url'
  | 'now'
  | 'signal'
  | 'nameOption';

/** `true` where two sets of names are equal, else what one of them lacks. */
type Same<A, B> = [Exclude<A, B> | Exclude<B, A>] extends [never] ? true : Exclude<A, B> | Exclude<B, A>;

describe('the options of a program', () => {
  it.each<[object, string]>([
    [{ tariffs: 'nodir' }, "The option tariffs nodir can't be read: there is no such folder."],
    [{ scenarios: 'nodir' }, "The option scenarios nodir can't be read: there is no such folder."],
    [
      { cert: 'cert.pem' },
      'A certificate and its key belong together: give the option cert and the option certKeyFile.',
    ],
    [{ seedData: 'seeds.yaml' }, 'Seed data needs a mock that remembers: give the option stateful as well.'],
    [{ overlays: ['a.yaml'] }, 'An overlay needs a document: give the option spec as well.'],
    [
      { redis: 'redis://127.0.0.1:1' },
      'Failed to reach Redis at redis://127.0.0.1:1: the connection is refused. Start it, or fix the option redis.',
    ],
  ])('are named as a program gives them: %j', async (options, message) => {
    await expect(createServer({ port: 0, ...options })).rejects.toThrow(message);
    await expect(drydock.start(options)).rejects.toThrow(message);
  });

  it('are named so by verify too', async () => {
    const spec = temporaryFile('outside.yaml', "openapi: 3.1.0\npaths: { $ref: '../../outside.yaml' }\n");
    await expect(verify({ url: 'http://127.0.0.1:1', spec: [spec] }).next()).rejects.toThrow(
      '; the option specRoot names the folder whose files a document may use.',
    );
  });

  it('of verify are those of its table, both ways', () => {
    const suite: Same<keyof VerifyOptions, keyof GivenOptions<typeof verifyOptions> | VerifyInCode> = true;
    expect(suite).toBe(true);
  });

  it.each<[object, string]>([
    [{ prot: 1 }, 'Unknown option prot. Did you mean port?'],
    [{ 'max-memory': '64MB' }, 'Unknown option max-memory. Did you mean maxMemory?'],
    [
      { limits: { maxConections: 5 } },
      'Unknown option limits.maxConections. Did you mean limits.maxConnections?',
    ],
    [{ limits: 5 }, 'The option limits must be an object, got 5.'],
    [{ port: '4010' }, 'The option port must be a whole number from 0 to 65535, got "4010".'],
    [{ quota: '5' }, 'The option quota must be requests per seconds such as 1000/60s, or off, got "5".'],
    [
      { quota: { limit: 5 } },
      'The option quota must be requests per seconds such as 1000/60s, or off, got {"limit":5}.',
    ],
    [{ keys: [7] }, 'The option keys must be a text that is not empty.'],
    [{ watch: 'yes' }, 'The option watch must be true or false, got "yes".'],
    [{ log: 'file' }, 'The option log must be a function, got "file".'],
    [
      { examples: 'documents' },
      'The option examples must be strict or document, got "documents"; did you mean document?',
    ],
    [{ workers: 2 }, 'Unknown option workers. Did you mean worker?'],
  ])('are refused by one sentence: %j', async (options, sentence) => {
    const refusal = { name: 'OptionError', message: sentence };
    await expect(createApp(options)).rejects.toMatchObject(refusal);
    await expect(createServer(options)).rejects.toMatchObject(refusal);
    await expect(drydock.start(options)).rejects.toMatchObject(refusal);
  });

  it('may spell a quota as the flag does', async () => {
    await using mock = await drydock.start({ quota: '2/60s' });
    const ask = () => fetch(`${mock.url}/categories`, { headers: mock.sandbox('spelled').headers() });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    const refused = await ask();
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  it.each<[object, string]>([
    [{ timeoutMs: 5 }, 'Unknown option timeoutMs. Did you mean timeout?'],
    [
      { level: 'most' },
      'The option level must be one of must, should, assumed, got "most"; did you mean must?',
    ],
    [
      { rate: '0/60s' },
      'The option rate must be requests a second such as 10, or requests in a time such as 30/60s, got "0/60s".',
    ],
    [{ reports: ['text'] }, 'Unknown option reports. There are key, expiredKey'],
  ])('of verify are refused by one sentence: %j', async (options, sentence) => {
    const run = verify({ url: 'http://127.0.0.1:9', ...options });
    await expect(run.next()).rejects.toThrow(sentence);
  });
});
