/** The tasks of the page's three audiences, in a real browser. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { packageFile } from '../../contract/package-root.js';
import { headersWith, send, startMock } from '../../testing/mock-server.js';
import { rateRequest } from '../../testing/rate-requests.js';
import type { DrydockServer } from '../create-server.js';
import { copiedBy, launchBrowser, openPage, pageOrigin, whyNoBrowser } from './testing/page-browser.js';
import { describeUnless } from '../../testing/unless.js';
import { controlCall, postRates, wrongRateRequest } from './testing/sample-traffic.js';
import { reportFile, suiteReport } from './testing/suite-report.js';

describeUnless(whyNoBrowser, 'the dashboard page', () => {
  let browser: Browser;
  let server: DrydockServer;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('serves a front-end developer: sends a first request, explains an invalid one, explains a price', async () => {
    server = await startMock({ controlPort: 0 });
    const { page, trouble, show } = await openPage(browser, server, {
      viewport: { width: 1440, height: 900 },
    });
    expect(page.url()).toBe(`${pageOrigin(server)}/__drydock/#/start`);

    expect(await copiedBy(page.getByRole('button', { name: 'Copy address' }))).toBe(server.url);
    await page.getByLabel('Sandbox').fill('my page!');
    await page.getByRole('tab', { name: 'openapi-fetch' }).click();
    const sample = page.getByRole('region', { name: 'The call with openapi-fetch' });
    expect(await sample.textContent()).toContain("headers: { Authorization: 'Bearer dk_test_mypage' }");
    await page.getByLabel('Operation').selectOption('getShippingRates');
    await page.getByRole('button', { name: 'Send it' }).click();
    await page.getByText('Shipping rates retrieved successfully').waitFor();
    await page.getByRole('link', { name: 'See it in the traffic' }).click();
    await page.getByText('1 of 1 request').waitFor();

    await postRates(server, wrongRateRequest(), 'dk_test_mypage');
    await page.getByRole('row', { name: '400' }).getByRole('link').click();
    await page.getByText('3 problems, each marked below').waitFor();
    const marked = page.locator('.body-line.marked');
    expect(await marked.allInnerTexts()).toEqual([
      expect.stringContaining('box_dimension[0].weight must be greater than 0, got -2'),
      expect.stringContaining('must be a string, got 1'),
      expect.stringContaining('weight_unit must be one of'),
    ]);
    expect(await marked.first().innerText()).toContain('"weight": -2');

    expect(await copiedBy(page.getByRole('button', { name: 'Copy as curl' }))).toContain(
      `curl -X POST ${server.url}/get-shipping-rates`,
    );
    await page.getByRole('tab', { name: 'Send again' }).click();
    await page
      .getByLabel('Body', { exact: true })
      .fill(JSON.stringify(rateRequest({ delivery_type: 'residential' })));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('region', { name: 'New response' }).waitFor();
    await page.getByRole('button', { name: '1 new' }).click();
    await page.getByText('3 of 3 requests').waitFor();
    await page.getByRole('row', { name: /^200/ }).first().getByRole('link').click();
    await page.getByRole('tab', { name: 'Charges' }).click();
    await page.getByRole('region', { name: 'Explanation of the charges' }).waitFor();

    const { charges, response } = (await (
      await controlCall(server, 'GET', 'sandboxes/mypage/requests/3')
    ).json()) as {
      charges: { rateId: string; totalCents: number }[];
      response: {
        body: { json: { data: { id: string; shipping_charge: number; home_delivery_fee: number }[] } };
      };
    };
    const rates = new Map(response.body.json.data.map((rate) => [rate.id, rate]));
    expect(charges.length).toBe(rates.size);
    for (const { rateId, totalCents } of charges) {
      const { shipping_charge: charge, home_delivery_fee: fee } = rates.get(rateId)!;
      expect(totalCents).toBe(Math.round((charge + fee) * 100));
    }
    const cheapest = Math.min(...charges.map(({ totalCents }) => totalCents));
    expect(await page.locator('.charge .sum').innerText()).toContain(`$${(cheapest / 100).toFixed(2)}`);
    expect(await page.locator('.bar-row').count()).toBe(charges.length);

    const address = page.url();
    await page.reload();
    await page.getByRole('region', { name: 'Explanation of the charges' }).waitFor();
    expect(page.url()).toBe(address);
    await show('#/traffic?status=4XX&sandbox=mypage');
    await page.getByText('1 of 3 requests').waitFor();
    expect(trouble).toEqual([]);
    await page.context().close();
  });

  it('serves a QA engineer: sets scenarios for a sandbox and for everyone, issues keys, shows coverage', async () => {
    server = await startMock({ controlPort: 0 });
    const call = async (key: string) =>
      (await send(server, 'GET', '/categories', { headers: headersWith(key) })).status;
    const { page, trouble, show } = await openPage(browser, server);
    expect(await call('dk_test_test-7')).toBe(200);

    await show('#/scenarios?sandbox=test-7');
    await page.getByRole('button', { name: 'Use flaky for test-7' }).click();
    await page.getByRole('button', { name: 'flaky is on for test-7; switch it off' }).waitFor();
    expect(await call('dk_test_test-7')).toBe(500);
    await page.getByText('Next call: 500, then normal.').waitFor();
    expect([await call('dk_test_test-7'), await call('dk_test_test-7'), await call('dk_test_other')]).toEqual(
      [500, 200, 200],
    );

    await page.getByRole('button', { name: 'Sandbox' }).click();
    await page.getByRole('option', { name: 'Everyone' }).click();
    await page.getByLabel('Find a scenario').fill('server-error');
    await page.getByRole('button', { name: 'Use server-error for everyone' }).click();
    const bar = page.getByRole('region', { name: 'Forced', exact: true });
    await bar.getByText('Everyone: every request → server-error').waitFor();
    expect(await call('dk_test_other')).toBe(500);
    await show('#/keys');
    await bar.getByRole('button', { name: 'Undo' }).click();
    await bar.getByText('Everyone: nothing is forced').waitFor();
    expect(await call('dk_test_other')).toBe(200);
    // Changes that others make appear without a reload.
    await controlCall(server, 'PUT', 'default-scenario', { scenario: 'slow' });
    await bar.getByText('every request → slow').waitFor();
    await controlCall(server, 'DELETE', 'default-scenario');
    await bar.getByText('Everyone: nothing is forced').waitFor();

    await page.getByLabel('Name').fill('nightly run');
    await page.getByLabel('rates').check();
    await page.getByRole('button', { name: 'Issue key' }).click();
    await page.getByText('shown this once').waitFor();
    const key = await page.locator('.shown-once code').innerText();
    expect(key).toMatch(/^dk_live_/);
    expect(await call(key)).toBe(403);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Expire now' }).click();
    expect(await call(key)).toBe(403);
    await page.getByRole('button', { name: 'Expire it now?' }).click();
    await page.getByText('expired', { exact: true }).waitFor();
    expect(await call(key)).toBe(401);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('expired', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Revoke for good?' }).click();
    await page.getByText('No key has been issued').waitFor();
    expect(await call(key)).toBe(401);
    await page.getByLabel('Name').fill('long gone');
    await page.getByLabel('Expires').selectOption('past');
    await page.getByRole('button', { name: 'Issue key' }).click();
    expect(await call(await page.locator('.shown-once code').innerText())).toBe(401);

    await show('#/scenarios/new');
    await page.getByRole('button', { name: 'Fill in an example' }).click();
    await page.getByLabel('Name').fill('first-two');
    await page.getByLabel('When').selectOption('first');
    await page.getByLabel('Message').fill('Back soon');
    await page.getByLabel('Title').fill('');
    expect(await page.getByRole('button', { name: 'Try it' }).isDisabled()).toBe(true);
    await page.getByLabel('Title').fill('The first two calls fail');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('Next 2 calls: 500, then normal.').waitFor();
    expect([await call('dk_test_trial'), await call('dk_test_other')]).toEqual([500, 200]);
    await page.getByText('Next call: 500, then normal.').waitFor();
    await show('#/scenarios/new?sandbox=trial&edit=tried');
    await page.getByText('Next call: 500, then normal.').waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('Back soon');
    await page.getByLabel('Status').selectOption('404');
    await page.getByText('The form has changed since').waitFor();
    await page.getByRole('button', { name: 'Try it again' }).click();
    await page.getByText('Next 2 calls: 404, then normal.').waitFor();
    expect(await call('dk_test_trial')).toBe(404);
    await show('#/scenarios');
    await page.getByRole('listitem').filter({ hasText: 'tried, not saved' }).getByText('first-two').waitFor();
    await page.getByRole('link', { name: 'tried, not saved' }).click();
    await page
      .getByRole('region', { name: 'Try it' })
      .getByRole('button', { name: 'End', exact: true })
      .click();
    await page.getByText('nothing is saved').waitFor();
    expect(await call('dk_test_trial')).toBe(200);
    // A scenario that does not fit the document is refused beside the form.
    await page.getByLabel('Status').selectOption('400');
    await page.getByLabel('createOrder').check();
    await page.getByLabel('Message').fill('x'.repeat(70_000));
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('alert').getByText('at most 65536 characters').waitFor();

    await show('#/coverage?sandbox=test-7');
    const row = page.getByRole('row', { name: 'listCategories' });
    await row.waitFor();
    expect(await row.getByRole('link', { name: 'covered, show its requests' }).count()).toBe(2);
    expect(await copiedBy(page.getByRole('button', { name: 'X-Mock-Scenario: status-404' }).first())).toBe(
      'X-Mock-Scenario: status-404',
    );

    await show('#/scenarios');
    await page.getByRole('button', { name: 'Reset all' }).click();
    await page.getByRole('button', { name: 'Reset every sandbox?' }).click();
    await page.getByText('No sandbox is in use yet').waitFor();
    await show('#/traffic');
    await page.getByText('No requests yet').waitFor();
    expect(trouble).toEqual([]);
    await page.context().close();
  });

  it('serves a partner: shows a report, copies a failing request, opens the reference', async () => {
    server = await startMock({ controlPort: 0 });
    const { page, trouble, show } = await openPage(browser, server);
    await show('#/contract');
    const file = page.locator('input[type=file]:not([accept*=yaml])').last();
    await file.setInputFiles(reportFile('{"a":1}'));
    await page.getByText('This is not a report of the suite.').waitFor();

    const schema = JSON.parse(
      readFileSync(packageFile('src', 'reports', 'json-report.schema.json'), 'utf8'),
    ) as object;
    const isReport = new Ajv2020().compile(schema);
    expect([isReport(suiteReport), isReport.errors]).toEqual([true, null]);
    await file.setInputFiles(reportFile());
    await page.getByRole('heading', { name: 'Does not conform' }).waitFor();
    const [first, second] = await page.locator('.failure').all();
    expect(await first!.innerText()).toContain(
      '“Result objects; an empty array when there are no results and on errors”',
    );
    expect(await first!.innerText()).toContain('openapi.yaml:831');
    expect(await first!.innerText()).toContain('an empty array with an error');
    expect(await second!.innerText()).toContain('flaky');
    expect(await copiedBy(first!.getByRole('button', { name: 'Copy as curl' }).last())).toContain(
      '"Authorization: Bearer $DRYDOCK_KEY"',
    );
    await page.getByLabel('Find a rule').fill('unique');
    expect(await page.locator('tbody tr', { hasText: 'PASS' }).count()).toBe(1);
    expect(await page.evaluate('window.taken')).toBeUndefined();

    const damaged = JSON.stringify(suiteReport).replace(
      '"expected":["an array of results',
      '"expected":[1,"an array of results',
    );
    await file.setInputFiles(reportFile(damaged));
    await page
      .getByText('The report is damaged: report.failures[1].expected must be a list of texts.')
      .waitFor();
    expect(trouble).toEqual([]);
    await page.getByRole('link', { name: 'Reference' }).click();
    await page.waitForURL('**/__drydock/docs');
    await page.goBack();
    await page.getByRole('heading', { name: 'Does not conform' }).waitFor();
    await page.context().close();
  });
});
