/** The page as a workbench for one sandbox, in a real Chromium. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { packageFile } from '../../contract/package-root.js';
import { headersWith, send } from '../../testing/mock-server.js';
import { temporaryFolder } from '../../testing/temporary-folder.js';
import type { DrydockServer } from '../create-server.js';
import { axeFindings, copiedBy, drawn, openPage, whyNoBrowser } from './testing/page-browser.js';
import { usePage } from './testing/use-page.js';
import { describeUnless } from '../../testing/unless.js';
import type { OpenedPage } from './testing/page-browser.js';
import { controlCall, resetAll } from './testing/sample-traffic.js';

const folder = temporaryFolder();
const quota = { limit: 1000, windowSeconds: 60 };

describeUnless(whyNoBrowser, 'the workbench', () => {
  let browser: Browser;
  let server: DrydockServer;
  let opened: OpenedPage;
  let page: Page;
  let clicks = 0;

  usePage((used) => ({ browser, server, opened, page } = used), {
    mock: { scenarios: folder, watch: true, quota },
    context: { viewport: { width: 1280, height: 900 } },
    before: async (mock) => {
      for (const name of ['flaky', 'rate-limited'])
        await controlCall(mock, 'PUT', `scenarios/${name}`, { definition: scenarioOf[name] });
    },
  });
  beforeEach(async () => {
    await resetAll(server, page);
    clicks = 0;
  });

  const call = async (sandbox: string, path = '/categories', headers = {}) =>
    (await send(server, 'GET', path, { headers: { ...headersWith(`dk_test_${sandbox}`), ...headers } }))
      .status;
  const click = async (what: Locator): Promise<void> => {
    clicks += 1;
    await what.click();
  };
  const at = (fragment: string) => page.waitForURL(({ hash }) => hash === fragment);
  const switcher = () => page.locator('.side .picker-button');
  const scenario = () => page.getByRole('button', { name: /^Scenario/ });
  const workbench = async (sandbox: string): Promise<void> => {
    await opened.show(`#/workbench?sandbox=${sandbox}`);
    await page.getByRole('heading', { name: `Sandbox ${sandbox}` }).waitFor();
  };

  it('has a sandbox switcher that scopes every view and survives links and reloads', async () => {
    for (const name of ['alice', 'bob']) await call(name);
    await controlCall(server, 'PUT', 'sandboxes/bob/scenario', { scenario: 'status-404' });
    await opened.show('#/traffic');
    await page.getByRole('row', { name: 'bob' }).waitFor();
    await switcher().click();
    await page.getByRole('combobox', { name: 'Find: Sandbox' }).fill('al');
    await page.keyboard.press('Enter');
    await at('#/traffic?sandbox=alice');
    await page.getByRole('row', { name: 'bob' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Coverage', exact: true }).click();
    await at('#/coverage?sandbox=alice');
    await page.reload();
    await page.getByRole('button', { name: 'Sandbox alice' }).waitFor();
    await page.getByRole('link', { name: 'Scenarios', exact: true }).click();
    await page.getByRole('button', { name: 'Use status-404 for alice' }).waitFor();
    await page.getByRole('link', { name: 'Workbench' }).click();
    await page.getByText('dk_test_alice').first().waitFor();
    await page.getByText('Every call: normal.').waitFor();
    await switcher().click();
    await page.getByRole('option', { name: /bob/ }).click();
    await page.getByText('Every call: 404.').waitFor();
    await page.getByText('dk_test_bob').first().waitFor();
    await switcher().click();
    expect(await page.getByRole('group', { name: 'Recent' }).getByRole('option').allInnerTexts()).toEqual([
      expect.stringContaining('bob'),
      expect.stringContaining('alice'),
    ]);
    await page.getByRole('option', { name: 'Everyone' }).click();
    await at('#/workbench');
    await switcher().click();
    await page.keyboard.type('carol');
    await page.keyboard.press('Enter');
    await at('#/workbench?sandbox=carol');
  });

  it('forces a 429 within two clicks', async () => {
    await workbench('alice');
    await click(scenario());
    await page.keyboard.type('429');
    await click(page.getByRole('option').first());
    await page.getByText('Every call: 429.').waitFor();
    expect([await call('alice'), clicks]).toEqual([429, 2]);
  });

  it('forces two server errors and then a success within three clicks, and announces the next response', async () => {
    await workbench('alice');
    await click(scenario());
    await page.keyboard.type('two 500s then normal');
    await click(page.getByRole('option', { name: 'flaky' }));
    await page.getByText('Next 2 calls: 500, then normal.').waitFor();
    expect([await call('alice'), clicks]).toEqual([500, 2]);
    await page.getByText('Next call: 500, then normal.').waitFor();
    await page.getByText('flaky: 1 call so far, next is step 2 of 2.').waitFor();
    expect([await call('alice'), await call('alice')]).toEqual([500, 200]);
    await page.getByText('Every call: normal.').waitFor();
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByText('Next 2 calls: 500, then normal.').waitFor();
    const delay = page.getByLabel('Delay');
    await delay.fill('5');
    await delay.press('Enter');
    await page.getByText('Next 2 calls: 500 after 5 ms, then normal after 5 ms.').waitFor();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('Every call: normal.').waitFor();
  });

  it('is what docs/workbench.png shows', async () => {
    const isTaken = process.env.UPDATE_PICTURES !== undefined;
    const wait = (ms: number): Promise<void> => (isTaken ? delay(ms) : Promise.resolve());
    const size = { width: 1280, height: 940 };
    await page.setViewportSize(size);
    await workbench('alice');
    await controlCall(server, 'PUT', 'sandboxes/alice/scenario', { scenario: 'rate-limited-twice' });
    for (const ms of [1050, 700, 0]) {
      await call('alice');
      await wait(ms);
    }
    await controlCall(server, 'PUT', 'sandboxes/alice/scenario', { scenario: 'flaky' });
    for (const ms of [350, 820, 80]) {
      await call('alice', '/orders/DDK22222222222');
      await wait(ms);
    }
    await controlCall(server, 'PUT', 'sandboxes/alice/scenario', { scenario: 'flaky' });
    await call('alice');
    await page.getByText('7 requests').waitFor();
    await page.getByText('Next call: 500, then normal.').waitFor();
    await page.getByText('next 1 → 500, then normal').waitFor();
    const file = packageFile('docs', 'workbench.png');
    if (isTaken) await page.screenshot({ path: file });
    const png = readFileSync(file);
    expect({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }).toEqual(size);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('draws the waits between retries beside those that Retry-After asked for', async () => {
    await workbench('alice');
    await controlCall(server, 'PUT', 'sandboxes/alice/scenario', { scenario: 'flaky' });
    for (let attempt = 0; attempt < 3; attempt += 1) await call('alice');
    await call('alice', '/orders/none');
    await call('alice', '/categories', { 'X-Mock-Scenario': 'rate-limited' });
    await call('alice');
    const groups = page.getByRole('region', { name: 'Timeline' }).locator('.timeline > li');
    await page.getByText('6 requests').waitFor();
    const texts = (await groups.allInnerTexts()) as [string, ...string[]];
    expect(texts).toEqual([
      expect.stringMatching(/^429[^]*waited [\d.]+ m?s, asked for 60\.00 s: [\d.]+ s too early\s+200/),
      expect.stringMatching(/^404/),
      expect.stringMatching(/^500[^]*waited[^]*500[^]*waited[^]*200/),
    ]);
    const [asked, waited] = await groups
      .first()
      .locator('.wait-track i')
      .evaluateAll((bars: { getBoundingClientRect: () => { width: number } }[]) =>
        bars.map((bar) => bar.getBoundingClientRect().width),
      );
    const [, figure, unit] = /waited ([\d.]+) (m?s)/.exec(texts[0]) ?? [];
    const waitedSeconds = Number(figure) / (unit === 'ms' ? 1000 : 1);
    expect((waited ?? NaN) / (asked ?? NaN)).toBeCloseTo(waitedSeconds / 60, 1);
    await groups.first().getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Request 5 of sandbox alice' }).waitFor();
  });

  it('verifies requests, shows near misses, and offers the expectation as a test', async () => {
    await workbench('alice');
    await controlCall(server, 'PUT', 'sandboxes/alice/scenario', { scenario: 'flaky' });
    for (let attempt = 0; attempt < 3; attempt += 1) await call('alice');
    await page.getByText('3 requests').waitFor();
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByText('As expected.', { exact: true }).waitFor();
    await page.getByLabel('Times, request 2').fill('2');
    await page.getByLabel('back-off kept').check();
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByText('Not as expected.').waitFor();
    const verdict = page.locator('.verdict');
    expect(await verdict.innerText()).toContain('200: expected exactly 2, found 1');
    expect(await verdict.innerText()).toMatch(/Near: #\d GET .*\/categories, .*500/);
    await page.getByText("scenario('flaky')").first().waitFor();
    expect(await copiedBy(page.getByRole('button', { name: 'Copy the Jest test' }))).toContain(
      "await mock.sandbox().scenario('flaky');",
    );
    await page.getByRole('tab', { name: 'Playwright' }).click();
    const code = await page.getByRole('region', { name: 'The expectation as a Playwright test' }).innerText();
    expect(code).toContain('{ status: 200, times: 2 },');
    expect(code).toContain('backoff: true,');
    await controlCall(server, 'PUT', 'sandboxes/alice/scenario', {
      definition: { steps: [{ times: 3, answer: { status: 429 } }] },
      name: 'three',
    });
    await page.getByText('mock.sandbox().scenario({').waitFor();
    await controlCall(server, 'DELETE', 'sandboxes/alice/scenario');
    await controlCall(server, 'PUT', 'default-scenario', { scenario: 'unavailable' });
    await page.getByText("mock.sandbox().scenario('unavailable')").waitFor();
  });

  it('shows the remaining quota, and moves the time of the sandbox', async () => {
    await call('alice');
    await workbench('alice');
    await page.getByText('999 of 1,000 left').waitFor();
    await page.getByText(/Renews in \d+ s/).waitFor();
    await page.getByRole('button', { name: '+1 h' }).click();
    await page.getByText('1,000 of 1,000 left').waitFor();
    const ahead = async () =>
      ((await (await controlCall(server, 'GET', 'sandboxes/alice/clock')).json()) as { aheadSeconds: number })
        .aheadSeconds;
    expect(await ahead()).toBe(3600);
    await page.getByRole('listitem').getByRole('button', { name: 'Freeze' }).click();
    await page.getByText('Frozen', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByRole('button', { name: 'Back to now' }).waitFor({ state: 'detached' });
    expect(await ahead()).toBe(0);
  });

  it('lists scenarios by what a client sees, what the chosen sandbox has first, and opens one by its row', async () => {
    await call('bob');
    await controlCall(server, 'PUT', 'sandboxes/carol/scenario', { scenario: 'slow' });
    await opened.show('#/scenarios?sandbox=alice');
    const inForce = page.getByRole('region', { name: 'In force' }).getByRole('listitem');
    await inForce.filter({ hasText: 'carol' }).waitFor();
    const rows = await inForce.allInnerTexts();
    expect(rows.map((text) => /^\w+/.exec(text)?.[0])).toEqual(['alice', 'Everyone', 'carol']);
    await page.getByText(/^\d+ other sandbox(es)? as everyone$/).click();
    await inForce.filter({ hasText: 'bob' }).waitFor();

    const group = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('listitem');
    const sample = {
      'An error status': ['flaky', 'rate-limited', 'intermittent'],
      'A slow response': ['slow', 'latency', 'drip'],
      'A broken connection': ['connection-reset', 'never-answers', 'garbage'],
      'A broken body': ['truncated', 'malformed-json', 'broken-html-error'],
      'Another response': ['no-couriers'],
      'Any error of the document': ['status-404'],
    };
    for (const [title, names] of Object.entries(sample))
      for (const name of names) await group(title).getByRole('link', { name, exact: true }).waitFor();
    expect(
      await page
        .getByRole('region')
        .filter({ has: page.getByRole('link', { name: 'flaky' }) })
        .count(),
    ).toBe(2);
    const row = group('An error status').filter({ hasText: 'flaky' });
    expect((await row.boundingBox())?.height).toBeLessThan(40);
    await row.getByRole('button', { name: 'Use flaky for alice' }).click();
    await row.getByRole('button', { name: 'flaky is on for alice' }).waitFor();
    await inForce.first().getByText('Next 2 calls: 500, then normal.').waitFor();
    expect(page.url()).toContain('#/scenarios?sandbox=alice');
    await row.click({ position: { x: 600, y: 12 } });
    await page.getByRole('heading', { name: 'Scenario flaky', level: 1 }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('flaky');
    const yaml = page.getByRole('region', { name: 'The scenario as YAML' });
    expect(await yaml.locator('.t-key').first().innerText()).toBe('title');
    expect(await yaml.locator('.t-number').last().innerText()).toBe('500');
  });

  it('builds a scenario of several steps, tries it, and saves it without leaving the page', async () => {
    await opened.show('#/scenarios/new?sandbox=alice');
    const form = page.getByRole('form', { name: 'Scenario' });
    expect(await form.getByLabel('Name').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Fill in an example' }).click();
    await form.getByLabel('Name').fill('bad-then-late');
    const second = form.getByRole('group', { name: 'Step 2' });
    await second.getByLabel('It sends').selectOption('answer');
    await second.getByLabel('Status').selectOption('404');
    await second.getByLabel('Delay').fill('1ms');
    await form.getByRole('button', { name: 'Add a step' }).click();
    const third = form.getByRole('group', { name: 'Step 3' });
    await third.getByLabel('It sends').selectOption('real');
    await third.getByRole('button', { name: 'Add a change' }).click();
    await third.getByLabel('Value of change 1').fill('changed');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page
      .getByText('Next 2 calls: 500, then 404 after 1 ms, then a changed response, then normal.')
      .waitFor();
    expect([await call('alice'), await call('alice'), await call('alice')]).toEqual([500, 500, 404]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved. The mock has loaded it.').waitFor();
    expect(readFileSync(join(folder, 'bad-then-late.yaml'), 'utf8')).toContain('value: changed');
    expect(page.url()).toContain('#/scenarios/new?sandbox=alice');
    expect(await call('bob', '/categories', { 'X-Mock-Scenario': 'bad-then-late' })).toBe(500);
    const yaml = await copiedBy(page.getByRole('button', { name: 'Copy YAML' }));
    await controlCall(server, 'PUT', 'scenarios/pasted', { yaml });
    expect(readFileSync(join(folder, 'pasted.yaml'), 'utf8')).toBe(yaml);
    // The form shows the mock's problems, and nothing is written.
    await form.getByLabel('Name').fill('refused');
    await second.getByLabel('Delay').fill('soon');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').getByText('delay').waitFor();
    expect(existsSync(join(folder, 'refused.yaml'))).toBe(false);
  });

  it('makes a scenario from a response, and edits a saved one with its comments kept', async () => {
    expect(await call('alice', '/orders/none')).toBe(404);
    await opened.show('#/traffic/alice/1?sandbox=alice');
    await page.getByRole('tab', { name: 'Scenario' }).click();
    await page.getByRole('link', { name: 'Make a scenario from this response' }).click();
    await page.getByRole('button', { name: 'Try it' }).click();
    // A response that took 100 ms or longer is recorded with its delay.
    await page.getByText(/Every call of getOrder: 404( after .+)?\./).waitFor();
    expect(await call('alice', '/orders/DDK22222222222')).toBe(404);

    await controlCall(server, 'PUT', 'scenarios/commented', {
      yaml: '# ours\ntitle: Late\nadvice: Wait. # really\ndelay: 2ms\n',
    });
    await opened.show('#/scenarios');
    await page.getByRole('link', { name: 'commented', exact: true }).click();
    await page.getByLabel('Title: what happens').fill('Later');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved. The mock has loaded it.').waitFor();
    expect(readFileSync(join(folder, 'commented.yaml'), 'utf8')).toBe(
      '# ours\ntitle: Later\nadvice: Wait. # really\ndelay: 2ms\n',
    );
  });

  it('shows the scenario on trial also after a read of it has failed', async () => {
    await opened.show('#/scenarios/new?sandbox=alice');
    await page.getByRole('button', { name: 'Fill in an example' }).click();
    await page.getByText('It applies to this sandbox only').waitFor();
    const address = '**/sandboxes/alice/scenario';
    let failed = false;
    await page.route(address, (route) => {
      if (failed || route.request().method() !== 'GET') return route.continue();
      failed = true;
      return route.abort();
    });
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('status').getByText('Sandbox alice has').waitFor();
    await page.unroute(address);
    expect(failed).toBe(true);
  });

  it('opens the requests of a covered status, and forces one that is not covered', async () => {
    await call('alice');
    await opened.show('#/coverage?sandbox=alice');
    await page.getByRole('button', { name: 'getOrder 404: not covered, force it' }).click();
    await page.getByRole('button', { name: 'Force it for alice' }).click();
    await page.getByText('Every call of getOrder: 404.').waitFor();
    expect([await call('alice'), await call('alice', '/orders/DDK22222222222')]).toEqual([200, 404]);
    await opened.show('#/coverage?sandbox=alice');
    await page.getByRole('link', { name: 'getOrder 404: covered, show its requests' }).click();
    await page.getByRole('row', { name: /^404/ }).getByRole('link').waitFor();
    expect(await page.getByRole('row', { name: /^200/ }).count()).toBe(0);
  });

  it('exports requests as a file within two clicks, and as code, without keys', async () => {
    await call('alice', '/categories?key=dk_test_alice');
    await call('alice', '/orders/none');
    await workbench('alice');
    await page.getByText('2 requests').waitFor();
    await click(page.getByRole('button', { name: 'Export' }));
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      click(page.getByRole('menuitem', { name: 'Download JSON' })),
    ]);
    expect([file.suggestedFilename(), clicks]).toEqual(['drydock-alice.json', 2]);
    await click(page.getByRole('button', { name: 'Export' }));
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      click(page.getByRole('menuitem', { name: 'Download HAR' })),
    ]);
    const har = readFileSync(await archive.path(), 'utf8');
    expect(har).not.toContain('dk_test_alice');
    const { log } = JSON.parse(har) as { log: { version: string; entries: { response: object }[] } };
    expect([archive.suggestedFilename(), log.version]).toEqual(['drydock-alice.har', '1.2']);
    expect(log.entries.map(({ response }) => response)).toMatchObject([{ status: 200 }, { status: 404 }]);
    const text = readFileSync(await file.path(), 'utf8');
    expect(text).not.toContain('dk_test_alice');
    const { exchanges } = JSON.parse(text) as { exchanges: { id: number; response: { status: number } }[] };
    expect(exchanges.map(({ id, response }) => [id, response.status])).toEqual([
      [1, 200],
      [2, 404],
    ]);
    await opened.show('#/traffic/alice/2?sandbox=alice&tab=code');
    for (const [name, start] of [
      ['.http', `GET ${server.url}/orders/none\n`],
      ['fetch', `const response = await fetch('${server.url}/orders/none', {`],
      ['axios', `import axios from 'axios';`],
      ['HTTPie', `http --ignore-stdin GET ${server.url}/orders/none`],
      ['openapi-fetch', `import createClient from 'openapi-fetch';`],
      ['curl', `curl ${server.url}/orders/none`],
    ] as const) {
      await page.getByRole('tab', { name, exact: true }).click();
      const code = await copiedBy(page.getByRole('button', { name: `The request with ${name}` }));
      expect(code.startsWith(start)).toBe(true);
    }
  });

  it('shows no exchange from before a reset at an address that is still open', async () => {
    await call('alice');
    await opened.show('#/traffic/alice/1?sandbox=alice');
    await page.getByRole('heading', { name: 'Request', exact: true }).waitFor();
    await controlCall(server, 'POST', 'sandboxes/alice/reset');
    await page.getByText('This request is not in the journal any more').waitFor();
  });

  it('passes axe in both themes from phone to wide, with lists, menus and forms open', async () => {
    await controlCall(server, 'PUT', 'sandboxes/alice/scenario', { scenario: 'rate-limited' });
    for (let attempt = 0; attempt < 3; attempt += 1) await call('alice');
    const own = await openPage(browser, server, { reducedMotion: 'reduce' });
    const findings: string[] = [];
    const check = async (what: string): Promise<void> => {
      // Themes differ in their colours alone.
      for (const [theme, rules] of [['light'], ['dark', ['color-contrast']]] as const) {
        await own.page.emulateMedia({ colorScheme: theme });
        await own.page.locator(`:root[data-theme=${theme}]`).waitFor();
        for (const finding of await axeFindings(own.page, rules))
          findings.push(`${what} in ${theme}: ${finding}`);
      }
      const beyond = Number(await own.page.evaluate('document.documentElement.scrollWidth - innerWidth'));
      if (beyond > 0) findings.push(`${what}: ${beyond} px too wide`);
    };
    for (const width of [390, 1280]) {
      await own.page.setViewportSize({ width, height: 844 });
      await drawn(own.page);
      await own.show('#/workbench?sandbox=alice');
      await own.page.getByText('asked for').first().waitFor();
      for (const name of [/^Sandbox/, /^Scenario/, /^Export/]) {
        await own.page.getByRole('button', { name }).click();
        await check(`${name.source} at ${width} px`);
        await own.page.keyboard.press('Escape');
      }
      await own.page.getByRole('button', { name: 'Verify', exact: true }).click();
      await own.page.getByText('Not as expected.').waitFor();
      await check(`verdict at ${width} px`);
      await own.show('#/coverage?sandbox=alice');
      await own.page.getByRole('button', { name: 'getOrder 404' }).click();
      await check(`coverage at ${width} px`);
      await own.show('#/scenarios/new?edit=flaky&sandbox=alice');
      await own.page.getByRole('button', { name: 'Add a change' }).click();
      await check(`builder at ${width} px`);
    }
    expect(findings).toEqual([]);
    expect(own.trouble).toEqual([]);
    await own.page.context().close();
  });

  it('can be used by keyboard alone: switcher, scenario, menu', async () => {
    await call('alice');
    await workbench('bob');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('s');
    for (const key of ['ArrowDown', 'ArrowUp', 'Escape']) await page.keyboard.press(key);
    await page.locator('.side .picker-button:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('alice');
    await page.keyboard.press('Enter');
    await at('#/workbench?sandbox=alice');
    await page.keyboard.press('c');
    await page.keyboard.type('429');
    await page.keyboard.press('Enter');
    await page.getByText('Every call: 429.').waitFor();
    await page.getByRole('button', { name: 'Export' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Download JSON');
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.textContent')).toBe(' Export ');
  });

  it('loses no key press before the browser reports the address of the chosen sandbox', async () => {
    await call('alice');
    await workbench('bob');
    await switcher().click();
    await page.keyboard.type('alice');
    // In one turn of the page, so that the event hashchange comes after both keys.
    await page.evaluate(`(async () => {
      for (const key of ['Enter', 'c']) {
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        await undefined;
        await undefined;
      }
    })()`);
    await page.keyboard.type('429');
    await page.keyboard.press('Enter');
    await page.getByText('Every call: 429.').waitFor();
    expect(await call('alice')).toBe(429);
  });

  it('violates no content security policy', () => {
    expect(opened.trouble).toEqual([]);
  });
});

const scenarioOf: Readonly<Record<string, object>> = {
  flaky: {
    title: '500, 500, then normal',
    advice: 'Retry.',
    steps: [{ times: 2, answer: { status: 500 } }],
  },
  'rate-limited': { title: 'The quota is spent', advice: 'Wait.', quota: 'spent' },
};
