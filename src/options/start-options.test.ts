import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createServer } from '../index.js';
import { startOptionsOf } from './start-options.js';

describe('the options with which a mock is started again', () => {
  it('are those on which answers depend, without secrets, addresses and defaults', () => {
    const given = {
      ...{
        port: 4010,
        host: '0.0.0.0',
        controlToken: 'dk_control_demo',
        keys: ['secret-key'],
        redis: 'redis://h',
      },
      ...{
        callbackSecret: 'secret-text',
        publicUrl: 'https://mock.example.com',
        watch: true,
        scenario: 'slow',
      },
      ...{
        spec: ['a.yaml'],
        stateful: true,
        seed: 7,
        quota: { limit: 5, windowSeconds: 60 },
        tariffs: undefined,
      },
    };
    expect(startOptionsOf(given)).toEqual({
      ...{ spec: 'a.yaml', stateful: true, seed: 7, quota: { limit: 5, windowSeconds: 60 } },
    });
  });

  it('name files as this folder has them', () => {
    const inside = {
      spec: [resolve('specs/a.yaml'), `/b=${resolve('specs/b.yaml')}`],
      handlers: resolve('on'),
    };
    const files = { spec: [join('specs', 'a.yaml'), `/b=${join('specs', 'b.yaml')}`], handlers: 'on' };
    expect(startOptionsOf(inside)).toEqual(files);
    expect(startOptionsOf({ scenarios: '/elsewhere' })).toEqual({ scenarios: '/elsewhere' });
  });

  it('are none where code of a program answers', () => {
    expect(startOptionsOf({ handlers: { listBooks: () => undefined } })).toBeUndefined();
  });

  it.each<[string, object, object | null]>([
    ['of the service', { seed: 7 }, { seed: 7 }],
    ['with a program around it', { extend: () => undefined }, null],
  ])('are given to the page, of a mock %s', async (_, options, expected) => {
    const { origin, controlToken, close } = await createServer({ port: 0, ...options });
    const headers = { Authorization: `Bearer ${controlToken}` };
    const service = await fetch(`${origin}/__drydock/service`, { headers });
    expect(await service.json()).toEqual({ mode: 'mock', targets: [], traffic: null, start: expected });
    await close();
  });
});
