/** The page shows exactly what a client sent and received. */
import { request } from 'node:http';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { send } from '../../testing/mock-server.js';
import { rateRequest } from '../../testing/rate-requests.js';
import type { DrydockServer } from '../create-server.js';
import { copiedBy, whyNoBrowser, type OpenedPage } from './testing/page-browser.js';
import { usePage } from './testing/use-page.js';
import { describeUnless } from '../../testing/unless.js';
import { controlCall, postRates } from './testing/sample-traffic.js';

describeUnless(whyNoBrowser, 'the dashboard page', () => {
  let server: DrydockServer;
  let opened: OpenedPage;
  let page: Page;

  usePage((used) => ({ server, opened, page } = used), {
    mock: { limits: {}, journal: 3 },
    context: { viewport: { width: 1400, height: 900 } },
  });

  const get = (path: string, headers: Record<string, string>) =>
    send(server, 'GET', path, { headers }).catch(() => undefined);
  /** Opens the last request of a sandbox. */
  const open = async (sandbox: string, id = 1) => {
    await opened.show(`#/traffic/${sandbox}/${id}`);
    await page
      .getByRole('region', { name: `Request ${id} of ${sandbox}` })
      .getByText('Took')
      .waitFor();
  };

  it('shows only the bytes that reached the client before a connection reset', async () => {
    await get('/categories', { Authorization: 'Bearer dk_test_cut', 'X-Mock-Scenario': 'connection-reset' });
    await open('cut');
    await page.getByText('The client got no response: the connection was reset').waitFor();
    const response = page.getByRole('region', { name: 'Response, as far as it was sent' });
    expect(await response.innerText()).toContain('No body.');
    expect(await response.innerText()).toContain('0 headers');
    expect(await page.locator('.exchange-title s.status-code.bad').innerText()).toBe('200');
  });

  it('shows the sent bytes of a truncated response, and the announced length', async () => {
    const headers = { Authorization: 'Bearer dk_test_half', 'X-Mock-Scenario': 'truncated' };
    const answer = await fetch(`${server.url}/categories`, { headers });
    const announced = Number(answer.headers.get('content-length'));
    await answer.text().catch(() => undefined);
    await open('half');
    const format = (number: number) => number.toLocaleString('en-US');
    await page
      .getByText(
        `The client got status 200, the headers and ${format(Math.floor(announced / 2))} bytes of ${format(announced)} announced, then the connection was closed`,
      )
      .waitFor();
    expect(await page.getByRole('region', { name: 'Response body' }).innerText()).toContain('"status":true');
  });

  it('shows the ending of an exchange that was opened while pending', async () => {
    const headers = { Authorization: 'Bearer dk_test_waiting', 'X-Mock-Scenario': 'never-answers' };
    const sent = request(`${server.url}/categories`, { headers });
    sent.on('error', () => undefined).end();
    await opened.show('#/traffic?sandbox=waiting');
    await page.getByText(/^1 of [0-9]+ requests?$/).waitFor();
    await open('waiting');
    const facts = page.locator('.facts');
    await facts.getByText(': pending').waitFor();
    sent.destroy();
    await facts.getByText(': client left').waitFor();
  });

  it('crosses out the status of a client that left before it was sent', async () => {
    const headers = { Authorization: 'Bearer dk_test_gone', 'X-Mock-Scenario': 'delay-600s' };
    const sent = request(`${server.url}/categories`, { headers });
    sent.on('error', () => undefined).end();
    await opened.show('#/traffic?sandbox=gone');
    await page.getByText(/^1 of [0-9]+ requests?$/).waitFor();
    await open('gone');
    expect(await page.locator('.exchange-title .status-code').innerText()).toBe('pending');
    sent.destroy();
    await page.locator('.facts').getByText(': client left').waitFor();
    expect(await page.locator('.exchange-title s.status-code').innerText()).toBe('200');
    await opened.show('#/workbench?sandbox=gone');
    expect(await page.locator('.attempt s.status-code').innerText()).toBe('200');
  });

  it('lists the headers that went out on the socket', async () => {
    const sent = request(`${server.url}/categories`, {
      method: 'HEAD',
      headers: { Authorization: 'Bearer dk_test_heads' },
    });
    sent.end();
    const [{ rawHeaders }] = (await once(sent, 'response')) as [{ rawHeaders: string[] }];
    const lines = Object.fromEntries(
      rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1]]] : [])),
    );
    const { Connection: _, 'Keep-Alive': __, Date: date, ...others } = lines;
    const answer = await controlCall(server, 'GET', 'sandboxes/heads/requests/1');
    const { response } = (await answer.json()) as {
      response: { headers: Record<string, string>; body: object };
    };
    expect(response.headers).toEqual({ ...others, Date: expect.stringMatching(/ GMT$/) as unknown });
    expect(Math.abs(Date.parse(response.headers.Date ?? '') - Date.parse(date ?? ''))).toBeLessThanOrEqual(
      60_000,
    );
    expect(response.body).toMatchObject({ size: 0 });
  });

  it.each([
    ['dk_expired_again', 'again', 'expired', "-H 'authorization: Bearer dk_expired_again'"],
    ['dk_limited_few', 'few', 'valid, with limited scopes', "-H 'authorization: Bearer dk_limited_few'"],
    ['dk_test_odd~server-error', 'odd', 'valid', "-H 'authorization: Bearer dk_test_odd~server-error'"],
    ['Zq4-Vld-Wx7-cnry', 'public', 'unknown', `-H 'authorization: Bearer '"$DRYDOCK_KEY"`],
  ])('copies a request with the key %s as it was sent', async (key, sandbox, kind, header) => {
    await get('/categories', { Authorization: `Bearer ${key}` });
    await open(sandbox);
    expect(await page.locator('.facts').innerText()).toMatch(new RegExp(`Key\\s+${kind}`, 'i'));
    expect(await copiedBy(page.getByRole('button', { name: 'Copy as curl' }))).toContain(header);
    const note = page.getByText('The journal has only the beginning of the key (Zq4-…)');
    expect(await note.isVisible()).toBe(kind === 'unknown');
    await page.getByRole('tab', { name: 'Send again' }).click();
    expect(await page.getByLabel('Key', { exact: true }).inputValue()).toBe(kind === 'unknown' ? '' : key);
  });

  it('repeats a keyless request without a key', async () => {
    await get('/categories', {});
    await open('public', 2);
    expect(await copiedBy(page.getByRole('button', { name: 'Copy as curl' }))).not.toMatch(/authorization/i);
    await page.getByRole('tab', { name: 'Send again' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.again .status-code', { hasText: '401' }).waitFor();
  });

  it('marks the character at which JSON syntax breaks', async () => {
    const headers = { Authorization: 'Bearer dk_test_broken', 'Content-Type': 'application/json' };
    await send(server, 'POST', '/get-shipping-rates', { headers, body: '{\n  "weight" 4\n}' });
    await open('broken');
    const marked = page.locator('.body-line.marked');
    expect(await marked.innerText()).toMatch(/"weight" 4[^]*at line 2, column 12/);
    expect(await marked.locator('.t-spot').innerText()).toBe('4');
  });

  it('explains that a small box has no dimensional weight', async () => {
    await postRates(server, rateRequest(), 'dk_test_small');
    await open('small');
    await page.getByRole('tab', { name: 'Charges' }).click();
    const charges = page.getByRole('region', { name: 'Explanation of the charges' });
    await charges.waitFor();
    expect(await charges.innerText()).toMatch(
      /Dimensional weight is the volume in cubic (inches|centimetres) divided by/,
    );
  });

  it('counts the requests that journals hold and dropped, and finds those that its own list never had', async () => {
    for (let call = 0; call < 5; call += 1)
      await get(`/categories?call=${call}`, { Authorization: 'Bearer dk_test_many' });
    await opened.show('#/traffic?sandbox=many');
    await page.getByText(/the journals have dropped 2 older ones/).waitFor();
    expect(opened.trouble).toEqual([]);
  });
});
