// Bundles the app as React Native does, compiles it with Hermes's compiler, and runs it with React Native's own JavaScript in a
// context that has what a phone's engine has, and no more. No native code runs: its modules are empty, but for the clock.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import Metro from 'metro';

const folder = fileURLToPath(new URL('.', import.meta.url));
const config = await Metro.loadConfig({ config: join(folder, 'metro.config.js') });
const hermes = join(folder, 'node_modules/hermes-compiler/hermesc/linux64-bin/hermesc');

/** Native modules of a phone: the one of the clock is in newer versions alone; without it React Native's own has no `timeOrigin`. */
const clocks = {
  android: undefined,
  ios: { now: () => performance.now(), timeOrigin: () => performance.timeOrigin },
};

for (const [platform, clock] of Object.entries(clocks)) {
  const out = `${platform}.js`;
  // A module of Node's stops Metro here.
  await Metro.runBuild(config, { entry: 'index.js', platform, dev: false, minify: false, out });
  if (process.platform === 'linux')
    execFileSync(hermes, ['-emit-binary', '-w', '-out', `${platform}.hbc`, out]);
  check(await run(readFileSync(out, 'utf8'), clock));
}

/** Returns what the app reports. @param bundle with React Native's own start in front of the app */
function run(bundle, clock) {
  return new Promise((report) => {
    const empty = () =>
      new Proxy({}, { get: (_, name) => (name === 'getConstants' ? () => ({}) : () => undefined) });
    const nativeModule = (_, name) => (name === 'NativePerformanceCxx' ? clock : empty());
    const phone = createContext({
      ...{
        report,
        setTimeout,
        clearTimeout,
        setInterval,
        clearInterval,
        queueMicrotask,
        atob,
        btoa,
        console,
      },
      nativePerformanceNow: () => performance.now(),
      HermesInternal: { hasPromise: () => true },
      ...{
        RN$Bridgeless: true,
        RN$registerCallableModule: () => undefined,
        nativeModuleProxy: new Proxy({}, { get: nativeModule }),
      },
    });
    phone.window = phone.self = phone.global = runInContext('globalThis', phone);
    // Hermes has it as it has atob and btoa; its arrays must be of the context.
    const { Uint8Array: Bytes } = phone.global;
    phone.TextEncoder = class {
      encode = (text) => Bytes.from(Buffer.from(text));
    };
    runInContext(bundle, phone);
  });
}

function check(seen) {
  assert.equal(typeof seen, 'object', String(seen));
  const { categories, rates, noJson, ...rest } = seen;
  assert.ok(categories.includes('Laptops & Computers'), String(categories));
  assert.ok(rates.status === 200 && rates.couriers > 2, JSON.stringify(rates));
  assert.match(`${noJson.status} ${noJson.errors}`, /^400 .*JSON/);
  assert.deepEqual(
    { ...rest },
    {
      'server-error': '500, Retry-After null',
      'rate-limited': '429, Retry-After 60',
      'malformed-json': 'SyntaxError',
      'connection-reset': 'TypeError',
      truncated: 'TypeError',
      sentItem: 'Café chair',
    },
  );
}
