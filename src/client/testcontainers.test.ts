/**
 * The container, with a daemon that starts the command in its place: no image is pulled and no container runs. In a process of its
 * own, whose environment names that daemon.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageFile } from '../contract/package-root.js';
import { temporaryFile } from '../testing/temporary-folder.js';
import { DockerDaemon } from './testing/docker-daemon.js';

const document = {
  openapi: '3.1.0',
  info: { title: 'Mail', version: '1' },
  servers: [{ url: '/mail' }],
  paths: { '/letters': { get: { operationId: 'listLetters', responses: { 204: { description: 'None' } } } } },
};

describe('DrydockContainer', () => {
  const daemon = new DockerDaemon();
  let met: unknown;
  beforeAll(async () => {
    const env = {
      PATH: process.env.PATH,
      DOCKER_HOST: await daemon.listen(),
      TESTCONTAINERS_RYUK_DISABLED: 'true',
    };
    const script = packageFile('src', 'client', 'testing', 'use-container.mjs');
    const file = temporaryFile('mail.json', JSON.stringify(document));
    const { stdout } = await promisify(execFile)(process.execPath, [script, file], { env });
    met = JSON.parse(stdout);
  });
  afterAll(() => daemon.close());

  it('serves on mapped ports with the variables that it was given, and its client chooses scenarios', () => {
    expect(met).toMatchObject({ forced: 500, answered: [200, 200, 429], page: 200 });
  });

  it('lets the control API be called by aliases in its network, and by no other name', () => {
    expect(met).toMatchObject({ names: [200, 421] });
  });

  it('serves a document that is copied into the container', () => {
    expect(met).toMatchObject({ operations: ['listLetters'], letters: 204 });
  });

  it('removes the containers that it has started', () => {
    expect(daemon.left).toBe(0);
    expect(daemon.started).toBe(2);
  });
});
