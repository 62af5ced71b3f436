/** A changed document or tariff is served at once; a broken one keeps the last good one, and the log says why. */
import { appendFileSync, cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { shippingDocument } from '../../shipping/shipping-service.js';
import { tariffFolder } from '../../shipping/rates/tariff-book/precompiled-tariffs.js';
import { send, startMock } from '../../testing/mock-server.js';
import { rateRequest } from '../../testing/rate-requests.js';
import { temporaryFile, temporaryFolder } from '../../testing/temporary-folder.js';
import { checkedOptions } from '../options.js';
import { watchSources } from './watch-sources.js';

/** Log lines that can be waited for. */
function log() {
  const lines: string[] = [];
  let wake: (() => void) | undefined;
  return {
    write: (line: string) => {
      lines.push(line);
      wake?.();
    },
    /** The next line. */
    next: async (): Promise<string> => {
      while (lines.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return lines.shift() ?? '';
    },
  };
}

describe('a watched document', () => {
  it('is reloaded, keeps its last good version while broken, and is reloaded when fixed', async () => {
    const good = readFileSync(shippingDocument, 'utf8');
    const spec = temporaryFile('openapi.yaml', good);
    const { write, next } = log();
    const server = await startMock({ spec, watch: true, log: write });
    const status = async (path: string) => (await send(server, 'GET', path)).status;
    expect(await status('/product-categories')).toBe(404);

    const renamed = good.replace('\n  /categories:', '\n  /product-categories:');
    writeFileSync(spec, renamed);
    expect(await next()).toBe(`Reloaded after a change of ${spec}`);
    expect([await status('/product-categories'), await status('/categories')]).toEqual([200, 404]);

    appendFileSync(spec, '\nbroken: [}\n');
    const line = renamed.split('\n').length + 1;
    expect(await next()).toMatch(
      new RegExp(`^Kept the last good version: ${spec}:${line}: not valid YAML or JSON: .+`),
    );
    expect(await status('/product-categories')).toBe(200);

    writeFileSync(spec, good);
    expect(await next()).toBe(`Reloaded after a change of ${spec}`);
    expect(await status('/categories')).toBe(200);
  });

  it('is followed again when it comes back after it was removed', async () => {
    const good = readFileSync(shippingDocument, 'utf8');
    const spec = temporaryFile('openapi.yaml', good);
    const { write, next } = log();
    await startMock({ spec, watch: true, log: write });
    for (const remark of ['first', 'second', 'third']) {
      rmSync(spec);
      while (!(await next()).includes('there is no such file'));
      writeFileSync(spec, `${good}\n# ${remark}\n`);
      while ((await next()) !== `Reloaded after a change of ${spec}`);
    }
  });

  /** Removes a watched file, and waits until that was noticed, and some turns of the event loop more. */
  async function reloadElsewhere(turns = 0): Promise<void> {
    const spec = temporaryFile('openapi.yaml', '');
    const { write, next } = log();
    const reload = (): Promise<void> => Promise.reject(new Error('removed'));
    const watch = await watchSources(checkedOptions({ spec }), () => [], reload, write);
    rmSync(spec);
    await next();
    for (let count = 0; count < turns; count += 1) await turn();
    await watch.close();
  }

  it('is left at any moment while a removed file is looked for', async () => {
    for (let turns = 0; turns < 12; turns += 1) await reloadElsewhere(turns);
  });

  it('is not reloaded once it is left, though it comes back meanwhile', async () => {
    const spec = temporaryFile('openapi.yaml', '');
    let start: () => void = () => undefined;
    let release: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (start = resolve));
    const held = new Promise<void>((resolve) => (release = resolve));
    let reloads = 0;
    const reload = (): Promise<void> => {
      reloads += 1;
      start();
      return held;
    };
    const watch = await watchSources(
      checkedOptions({ spec }),
      () => [],
      reload,
      () => undefined,
    );
    rmSync(spec);
    await started;
    writeFileSync(spec, '');
    const closed = watch.close();
    release();
    await closed;
    await reloadElsewhere();
    expect(reloads).toBe(1);
  });

  it('is reloaded after a change of a file that it refers to', async () => {
    const folder = temporaryFolder();
    const [spec, part, other] = ['api.yaml', 'part.yaml', 'other.yaml'].map((name) => join(folder, name));
    const written = (file: string) =>
      `openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n  /a:\n    get: {responses: {"200": {$ref: '${file}'}}}\n`;
    const response = (name: string) =>
      `description: A.\ncontent: {application/json: {example: {name: ${name}}}}\n`;
    writeFileSync(spec!, written('part.yaml'));
    writeFileSync(part!, response('Ada'));
    writeFileSync(other!, response('Cai'));
    const { write, next } = log();
    const server = await startMock({ spec: spec!, watch: true, log: write });
    const name = async () => (await fetch(`${server.url}/a`)).json();
    writeFileSync(part!, response('Bob'));
    expect(await next()).toBe(`Reloaded after a change of ${part}`);
    expect(await name()).toEqual({ name: 'Bob' });

    writeFileSync(part!, "{$ref: 'file:///etc/passwd'}\n");
    expect(await next()).toMatch(
      /^Kept the last good version: .*part\.yaml:1: the \$ref .*the option specRoot/,
    );
    expect(await name()).toEqual({ name: 'Bob' });

    writeFileSync(spec!, written('other.yaml'));
    expect(await next()).toBe(`Reloaded after a change of ${spec}`);
    writeFileSync(other!, response('Dan'));
    expect(await next()).toBe(`Reloaded after a change of ${other}`);
    expect(await name()).toEqual({ name: 'Dan' });
  });

  it('is given relative to the working folder, and its parts go and come back after it did', async () => {
    const folder = temporaryFolder();
    const [spec, part, replacement] = ['api.yaml', 'part.yaml', 'replacement'].map((name) =>
      join(folder, name),
    );
    const { write, next } = log();
    const said = async (line: string): Promise<void> => {
      while (!(await next()).includes(line));
    };
    const save = () => writeFileSync(spec!, "a: {$ref: 'part.yaml'}\n");
    save();
    writeFileSync(part!, '1');
    const reload = async (): Promise<void> => {
      for (const file of [spec!, part!]) await readFile(file);
    };
    const parts = () => [spec!, part!];
    const watch = await watchSources(checkedOptions({ spec: relative('', spec!) }), parts, reload, write);
    onTestFinished(watch.close);
    rmSync(spec!);
    await said('no such file');
    save();
    await said(`Reloaded after a change of ${spec}`);
    for (const content of ['2', '3']) {
      writeFileSync(replacement!, content);
      renameSync(replacement!, part!);
      await said(`Reloaded after a change of ${part}`);
    }
    rmSync(part!);
    await said('no such file');
    writeFileSync(part!, '4');
    await said(`Reloaded after a change of ${part}`);
  });

  it('keeps orders and quota over a reload', async () => {
    const spec = temporaryFile('openapi.yaml', readFileSync(shippingDocument, 'utf8'));
    const { write, next } = log();
    const server = await startMock({
      spec,
      watch: true,
      log: write,
      quota: { limit: 50, windowSeconds: 3600 },
    });
    const rates = await send(server, 'POST', '/get-shipping-rates', { body: JSON.stringify(rateRequest()) });
    const order = await send(server, 'POST', '/create-order', {
      body: JSON.stringify({ rate_id: rates.json.data[0]?.id }),
    });
    appendFileSync(spec, '\n# a remark\n');
    await next();
    const found = await send(server, 'GET', `/orders/${String(order.json.data[0]?.tracking_number)}`);
    expect([found.status, found.headers.get('ratelimit')]).toEqual([200, expect.stringContaining('r=47;')]);
  });
});

it('a watched tariff is reloaded, and keeps its last good version while broken', async () => {
  const tariffs = join(temporaryFolder(), 'tariffs');
  cpSync(tariffFolder, tariffs, { recursive: true });
  const { write, next } = log();
  const server = await startMock({ tariffs, watch: true, log: write });
  const file = join(tariffs, 'meridian.yaml');
  const good = readFileSync(file, 'utf8');
  const couriers = async () => {
    const { json } = await send(server, 'POST', '/get-shipping-rates', {
      body: JSON.stringify(rateRequest()),
    });
    return json.data.map((rate) => String(rate.courier_name));
  };
  expect((await couriers()).some((name) => name.startsWith('Meridian'))).toBe(true);

  writeFileSync(file, good.replaceAll('Meridian', 'Equator'));
  expect(await next()).toBe(`Reloaded after a change of ${file}`);
  expect((await couriers()).some((name) => name.startsWith('Equator'))).toBe(true);

  writeFileSync(file, good.replace('divisor: 139', 'divisor: none'));
  expect(await next()).toMatch(/^Kept the last good version: .*meridian\.yaml:\d+/);
  expect((await couriers()).some((name) => name.startsWith('Equator'))).toBe(true);
});
