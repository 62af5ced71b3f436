/**
 * Pages on the service's origin, as a scenario or a middleware puts them there, against the control origin, in a real
 * Chromium. What a scenario answers runs no script; a script that runs there all the same gets nothing.
 */
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, BrowserContext } from 'playwright-core';
import { startMock } from '../../../testing/mock-server.js';
import { temporaryFolder } from '../../../testing/temporary-folder.js';
import { launchBrowser, openPage, pageOrigin, whyNoBrowser } from '../../dashboard/testing/page-browser.js';
import { describeUnless } from '../../../testing/unless.js';
import { controlCall } from '../../dashboard/testing/sample-traffic.js';

const scenarios = temporaryFolder();
const scenario = (name: string, contentType: string, text: string) => {
  const answer = JSON.stringify({ status: 200, contentType, text });
  writeFileSync(
    join(scenarios, `${name}.yaml`),
    `title: ${name}\nadvice: None.\nbreaksContract: true\nanswer: ${answer}\n`,
  );
};
const script = `document.title = 'ran'; navigator.serviceWorker?.register('/categories')`;
scenario('page', 'text/html', `<title>page</title><h1>As a scenario says</h1><script>${script}</script>`);
scenario(
  'image',
  'image/svg+xml',
  `<svg xmlns="http://www.w3.org/2000/svg"><script>${script}</script></svg>`,
);
scenario('worker', 'text/javascript', `addEventListener('fetch', () => undefined)`);

/** Attacks of a script on the service's origin, by the name of what it gets. @param control the control origin */
const attacks = (control: string) => `(async () => {
  const tried = (name, attempt) => attempt().then((got) => [name, String(got)], ({ name: why }) => [name, why]);
  const isThere = (tab) => {
    try { return tab.closed || (tab.location.href !== 'about:blank' && tab.document.readyState === 'complete'); }
    catch { return true; }
  };
  const opened = async (url) => {
    const tab = open(url);
    while (!isThere(tab)) await new Promise((resolve) => requestIdleCallback(resolve));
    return tab;
  };
  const framed = (url) => new Promise((resolve) => {
    const frame = Object.assign(document.createElement('iframe'), { src: url, onload: () => resolve(frame) });
    document.body.append(frame);
  });
  return Object.fromEntries(await Promise.all([
    tried('the control API beside it', async () => (await fetch('/__drydock/sandboxes')).status),
    tried('the page', async () => (await fetch('${control}/__drydock/')).text()),
    tried('the control API', async () => (await fetch('${control}/__drydock/sandboxes', { credentials: 'include' })).text()),
    tried('the document', async () => (await fetch('${control}/__drydock/docs/openapi.json')).text()),
    tried('a reset', async () => (await fetch('${control}/__drydock/reset', { method: 'POST', mode: 'no-cors' })).type),
    tried('a service worker', async () => (await navigator.serviceWorker.register('/categories', { scope: '/' })).scope),
    tried('a service worker of the prefix', async () => (await navigator.serviceWorker.register('/__drydock/logos/padma.svg')).scope),
    tried('an opened tab', async () => (await opened('${control}/__drydock/')).sessionStorage.length),
    tried('an opened tab by the old address', async () => (await opened('/__drydock/')).document.title),
    tried('a frame', async () => (await framed('${control}/__drydock/')).contentDocument?.title),
    tried('the store', async () => sessionStorage.length + localStorage.length),
    tried('the cookies', async () => document.cookie.length),
  ]));
})()`;

describeUnless(whyNoBrowser, 'the control origin in a browser', () => {
  let browser: Browser;
  let context: BrowserContext;
  let mock: Awaited<ReturnType<typeof startMock>>;

  beforeAll(async () => {
    browser = await launchBrowser();
    mock = await startMock({
      scenarios,
      controlPort: 0,
      extend: (app) => app.get('/own', (_request, response) => void response.send('<body>own</body>')),
    });
  });
  afterAll(() => browser.close());

  it.each(['page', 'image'])('stands apart from the %s of a scenario, which runs no script', async (name) => {
    context = await browser.newContext({ extraHTTPHeaders: { 'X-Mock-Scenario': name } });
    const page = await context.newPage();
    const response = await page.goto(`${mock.url}/categories`);
    expect(response?.headers()).toMatchObject({
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
    expect([await page.title(), await page.evaluate('self.origin')]).not.toContain('ran');
    expect(await page.evaluate('self.origin')).toBe('null');
    await context.close();
  });

  it('gives a script on the origin of the service nothing while its page is open', async () => {
    const { page: control } = await openPage(browser, mock);
    context = control.context();
    await controlCall(mock, 'PUT', 'sandboxes/mine/scenario', { scenario: 'worker' });
    await controlCall(mock, 'PUT', 'default-scenario', { scenario: 'worker' });
    const page = await context.newPage();
    await page.goto(`${mock.origin}/own`);
    expect(await page.evaluate(attacks(pageOrigin(mock)))).toEqual({
      'the control API beside it': '401',
      'the page': 'TypeError',
      'the control API': 'TypeError',
      'the document': 'TypeError',
      // The browser sends it and hides the response; that it changes nothing is seen below.
      'a reset': 'opaque',
      'a service worker': 'TypeError',
      'a service worker of the prefix': 'TypeError',
      'an opened tab': 'SecurityError',
      'an opened tab by the old address': 'SecurityError',
      'a frame': 'undefined',
      'the store': '0',
      'the cookies': '0',
    });
    const chosen = await controlCall(mock, 'GET', 'sandboxes/mine/scenario');
    expect(await chosen.json()).toMatchObject({ scenario: 'worker' });
    await context.close();
  });

  it('takes the token of a link to the old address, and leaves nothing of it there', async () => {
    context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${mock.origin}/__drydock/#token=${mock.controlToken}`);
    await page.getByText('Live', { exact: true }).waitFor();
    const { origin, hash } = new URL(page.url());
    expect([origin, hash]).toEqual([pageOrigin(mock), expect.stringMatching(/^#\/(start|traffic)$/)]);
    await page.goto(`${mock.origin}/own`);
    expect(await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])')).toBe(
      '[{},{}]',
    );
    await context.close();
  });

  it('has a reference that tries operations at the port of the service', async () => {
    await controlCall(mock, 'DELETE', 'default-scenario');
    const page = await browser.newPage();
    await page.goto(`${pageOrigin(mock)}/__drydock/docs`);
    await page.locator('.operation summary', { hasText: '/categories' }).first().click();
    const sent = page.waitForRequest(`${mock.url}/categories`);
    const form = page.getByRole('form', { name: 'Try listCategories' });
    await form.getByRole('button', { name: 'Send' }).click();
    expect((await (await sent).response())?.status()).toBe(200);
    await page.close();
  });
});
