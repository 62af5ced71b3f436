/** Reports of the suite in a real browser: made by a run from the page, read, kept and compared. */
import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { packageFile } from '../../contract/package-root.js';
import type { DrydockServer } from '../create-server.js';
import type { Route } from 'playwright-core';
import { axeFindings, whyNoBrowser, type OpenedPage } from './testing/page-browser.js';
import { usePage } from './testing/use-page.js';
import { describeUnless } from '../../testing/unless.js';
import { controlCall, resetAll } from './testing/sample-traffic.js';
import { reportFile, suiteReport } from './testing/suite-report.js';

describeUnless(whyNoBrowser, 'the suite report in the dashboard', () => {
  let server: DrydockServer;
  let opened: OpenedPage;

  usePage((used) => ({ server, opened } = used), {
    context: { viewport: { width: 1280, height: 800 } },
  });

  it('comes from a run started in the page, with a block for each broken rule', async () => {
    const { page, show } = opened;
    await show('#/contract');
    const form = page.getByRole('form', { name: 'Run the suite' });
    expect(await form.getByLabel('Base URL').inputValue()).toBe(server.url);
    expect(await form.getByRole('checkbox').isChecked()).toBe(false);
    await form.getByLabel('Valid key').fill('dk_test_partner~broken-duplicate-ids');
    await form.getByLabel('Only').fill('categories/unique-ids');
    // A short run may be over before anybody sees its progress: what follows it is held back until then.
    const seen = page.getByRole('region', { name: 'Run progress' }).waitFor();
    await page.route('**/verify-runs/*/events', async (route) => {
      await seen;
      await route.continue();
    });
    await form.getByRole('button').click();
    await seen;
    await page.getByRole('heading', { name: 'Does not conform' }).waitFor();
    expect(await page.locator('.rule-index li').allInnerTexts()).toEqual([
      expect.stringContaining('categories/unique-ids'),
    ]);
    await page.getByText('Fix first:').waitFor();
    const table = page.getByRole('table').filter({ hasText: 'Verdict' });
    const verdicts = () => table.locator('tbody td .badge').allInnerTexts();
    const all = await verdicts();
    const counts = { failed: 'FAIL', warned: 'WARN', passed: 'PASS' };
    for (const [label, verdict] of Object.entries(counts)) {
      const own = all.filter((one) => one === verdict);
      const pill = page.getByRole('button', { name: `${own.length} ${label}` });
      await pill.click();
      expect(await verdicts()).toEqual(own);
      await pill.click();
    }
    expect(await verdicts()).toEqual(all);
    expect(all).toContain('FAIL');
    const block = page.locator('.failure').first();
    expect(await block.getByRole('region', { name: 'Request as curl' }).first().innerText()).toContain(
      '$DRYDOCK_KEY',
    );
    expect(await page.content()).not.toContain('partner~broken');
    expect(await axeFindings(page)).toEqual([]);
  });

  it('survives a reload', async () => {
    const { page } = opened;
    await page.reload();
    await page.getByRole('heading', { name: 'Does not conform' }).waitFor();
    await page.getByText('run 1 of this page').waitFor();
  });

  it('is compared with the report of the previous run, and lists fixed rules', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Run again …' }).click();
    const form = page.getByRole('form', { name: 'Run the suite' });
    await form.getByLabel('Valid key').fill('dk_test_partner');
    await form.getByLabel('Only').fill('categories/unique-ids');
    await form.getByRole('button').click();
    const change = page.getByRole('region', { name: 'Since run 1 of this page' });
    await change.waitFor();
    const parts = await change.locator('.panel-body > div').allInnerTexts();
    expect(parts.map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'Newly broken 0 rules',
      expect.stringMatching(/^Fixed 1 rule .*categories\/unique-ids$/),
      'Still broken 0 rules',
      'Broken before, not evaluated now 0 rules',
    ]);
    await change.getByRole('button', { name: 'End the comparison' }).click();
    await change.waitFor({ state: 'detached' });
  });

  it('comes also where the events of the run were cut off before it had ended', async () => {
    const { page } = opened;
    await page.unrouteAll();
    const once = (address: string | RegExp, act: (route: Route) => Promise<void>) =>
      page.route(address, act, { times: 1 });
    await once('**/verify-runs/*/events', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: '' }),
    );
    await once(/\/verify-runs\/\d+$/, async (route) => {
      const response = await route.fetch();
      const run = (await response.json()) as object;
      await route.fulfill({ response, json: { ...run, state: 'running', report: null } });
    });
    const form = page.getByRole('form', { name: 'Run the suite' });
    await form.getByLabel('Only').fill('categories/unique-ids');
    await form.getByRole('button').click();
    await page.getByText('run 3 of this page').first().waitFor();
  });

  it('lists other rules broken by the same cause, and links to them', async () => {
    const { page } = opened;
    const [warning, failure] = suiteReport.failures;
    const other = { rule: warning!.rule, actual: 'a stack trace', pointer: '/data' };
    const report = { ...suiteReport, failures: [warning, { ...failure, alsoBroken: [other] }] };
    await page.locator('input[type=file]:not([accept*=yaml])').last().setInputFiles(reportFile(report));
    await page.getByText('an empty array with an error').waitFor({ state: 'attached' });
    const index = page.locator('.rule-index');
    expect(await index.locator('li').count()).toBe(2);
    await index.getByRole('button', { name: 'data is an array, and empty in an error.' }).click();
    const second = page.locator('.failure').nth(1);
    await second.getByText('Errors are for people. (responses/no-stack-trace): a stack trace').waitFor();
    expect(await second.evaluate('document.activeElement.tagName')).toBe('SUMMARY');
    expect(await second.locator('.body-line.marked').innerText()).toContain('"data": "<img');
    const facts = await second.locator('.failure-facts > *').allInnerTexts();
    expect(facts.slice(0, 3).map((text) => text.replace(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^Sent first a request with an unknown key .*Bearer x/),
      expect.stringMatching(/^Response to it HTTP 401/),
      expect.stringMatching(/^Sent a valid request/),
    ]);
    await page.locator('.failure-facts summary', { hasText: '2 cases, on listCategories' }).click();
    await page.getByText('envelope/data#2').waitFor();
    await page.getByText('1 case, outside every operation').waitFor({ state: 'attached' });
  });

  it('comes from a run that can be stopped, and only from allowed hosts', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    const form = page.getByRole('form', { name: 'Run the suite' });
    await form.getByLabel('Base URL').fill('https://staging.example.com/v1');
    await form.getByRole('button').click();
    await page.getByText('start the mock with the option allowVerify staging.example.com').waitFor();
    await controlCall(server, 'PUT', 'sandboxes/stopped/scenario', {
      definition: { delay: '100ms', answer: { status: 500 } },
      name: 'slow-and-broken',
    });
    await form.getByLabel('Base URL').fill(server.url);
    await form.getByLabel('Valid key').fill('dk_test_stopped');
    await form.getByRole('button').click();
    const progress = page.getByRole('region', { name: 'Run progress' });
    const rules = progress.getByRole('list', { name: 'Rules broken so far' }).getByRole('listitem');
    await rules
      .filter({ hasText: /[1-9]\d* cases?\s*MUST/ })
      .first()
      .waitFor();
    const counts = await progress.getByRole('status').innerText();
    expect(counts).toMatch(/^\d+ of \d+ cases\s+[1-9]\d* failed\s+\d+ warned\s+\d+ passed\s+\d+ not judged$/);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('heading', { name: /could not be judged|does not conform|^Conforms/i }).waitFor();
    expect(opened.trouble).toEqual([]);
  });

  it('compares the served document with another version, weighed by the journal', async () => {
    const { page, show } = opened;
    // The run that was stopped has sent as much as it could.
    await resetAll(server, page);
    const url = `${server.url}/categories`;
    expect((await fetch(url, { headers: { Authorization: 'Bearer dk_test_compared' } })).status).toBe(200);
    await show('#/contract');
    const panel = page.getByRole('region', { name: 'Compare with another version' });
    const choose = async (text: string) =>
      panel
        .locator('input[type=file]')
        .setInputFiles({ name: 'plan.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) });
    await choose('nothing');
    await panel.getByRole('alert').getByText('not an OpenAPI document').waitFor();
    const document = readFileSync(packageFile('openapi.yaml'), 'utf8');
    await choose(document.replace('  /categories:\n', '  /v2/categories:\n').replace('[LBS, KG]', '[LBS]'));
    await panel.getByText('BREAKS: 2 breaking changes, 1 met by recorded clients').waitFor();
    expect(await panel.locator('li').first().innerText()).toMatch(
      /^GET \/categories the operation was removed\s+Met by 1 of 1 sandbox in 1 exchange, /,
    );
    expect(await panel.innerText()).toContain('request body /weight_unit no longer takes KG');
    expect(await axeFindings(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Close' }).click();
    expect(await panel.locator('li').count()).toBe(0);
  });
});
