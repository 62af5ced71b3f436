/** The list as a table in a real browser: its columns, the split beside an exchange, and its rest under a live stream. */
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { usePage } from './testing/use-page.js';
import { describeUnless } from '../../testing/unless.js';
import { headersWith, send } from '../../testing/mock-server.js';
import type { DrydockServer } from '../create-server.js';
import { drawn, whyNoBrowser, type OpenedPage } from './testing/page-browser.js';
import { controlCall, sampleTraffic } from './testing/sample-traffic.js';

const wide = { width: 1440, height: 900 };

describeUnless(whyNoBrowser, 'the table of requests', () => {
  let server: DrydockServer;
  let opened: OpenedPage;
  let page: Page;

  usePage((used) => ({ server, opened, page } = used), {
    mock: { quota: { limit: 100_000, windowSeconds: 60 } },
    before: sampleTraffic,
    context: { viewport: wide },
  });

  const visit = (key: string, path = '/categories', headers = {}) =>
    send(server, 'GET', path, { headers: { ...headersWith(key), ...headers } }).catch(() => undefined);
  const row = (key: string): Locator => page.locator(`.rows-box .row[data-key="${key}"]`);
  const heads = (): Promise<string[]> => page.locator('.rows-head [role=columnheader]').allInnerTexts();
  const widthOf = async (selector: string): Promise<number> =>
    (await page.locator(selector).first().boundingBox())?.width ?? 0;
  const drag = async (what: Locator, x: number, y: number): Promise<void> => {
    const box = (await what.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + x, box.y + box.height / 2 + y, { steps: 4 });
    await page.mouse.up();
  };
  /** The list as it is on the screen: rows with their places. */
  const picture = (): Promise<string> =>
    page.evaluate<string>(`JSON.stringify([...document.querySelectorAll('.rows-box .row')]
      .map((row) => { const { x, y, width, height } = row.getBoundingClientRect();
        return [row.dataset.key, x, y, width, height]; }).sort((a, b) => a[2] - b[2]))`);

  it('says how a broken connection ended, in the place of a status that never came', async () => {
    await opened.show('#/traffic');
    await visit('dk_test_ends', '/categories', { 'X-Mock-Scenario': 'connection-reset' });
    await visit('dk_test_ends', '/categories?page=2&api_key=hunter2hunter2', {
      'X-Mock-Scenario': 'truncated',
    });
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      'GET /categories HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer dk_test_ends\r\nX-Mock-Scenario: never-answers\r\n\r\n',
    );
    const outcome = (id: number): Locator => row(`ends/${id}`).locator('.c-status');
    await outcome(3).getByText('(pending)').waitFor();
    socket.destroy();
    await outcome(3).getByText('(client left)').waitFor();
    await outcome(1).getByText('(reset)').waitFor();
    await outcome(2).getByText('(cut off)').waitFor();
    expect(
      (await Promise.all([1, 2, 3].map((id) => outcome(id).innerText()))).map((text) => text.trim()),
    ).toEqual(['(reset)', expect.stringMatching(/^200\s*\(cut off\)$/), '(client left)']);
    const request = await row('ends/2').locator('.c-request').innerText();
    expect(request).toMatch(/^\/categories\?page=2&api_key=hunt/);
    expect(request).not.toContain('hunter2hunter2');
  });

  it('draws the time until the first byte apart from the time to the last', async () => {
    const definition = {
      title: 'Slow',
      advice: 'Wait.',
      fault: { kind: 'slow-drip', chunk: 2000, interval: '100ms' },
    };
    await controlCall(server, 'PUT', 'sandboxes/drip/scenario', { name: 'slowly', definition });
    await visit('dk_test_drip');
    const bar = row('drip/1').getByRole('img', { name: /^waiting [\d.]+ m?s, receiving [\d.]+ m?s$/ });
    await bar.waitFor();
    const answer = await controlCall(server, 'GET', 'sandboxes/drip/requests?summary=true');
    const [summary] = ((await answer.json()) as { requests: Record<string, number>[] }).requests;
    expect(summary!.firstByteMs).toBeLessThan(summary!.durationMs!);
    const [waiting, receiving] = await Promise.all(
      [0, 1].map(async (part) => (await bar.locator('i').nth(part).boundingBox())!.width),
    );
    expect(waiting).toBeGreaterThan(0);
    expect(receiving).toBeGreaterThan(0);
  });

  it('shows the columns that were chosen, as wide as they were made, after a reload too', async () => {
    expect(await heads()).toEqual([
      ...['Status', 'Method', 'Request', 'Sandbox', 'Notes', 'Size', 'Timing', 'Took', 'Time'],
    ]);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Size' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Operation' }).click();
    expect(await page.getByRole('menuitemcheckbox', { name: 'Operation' }).getAttribute('aria-checked')).toBe(
      'true',
    );
    await page.keyboard.press('Escape');
    const chosen = ['Status', 'Method', 'Request', 'Operation', 'Sandbox', 'Notes', 'Timing', 'Took', 'Time'];
    expect(await heads()).toEqual(chosen);
    const before = await widthOf('.rows-box .c-sandbox');
    await drag(page.getByRole('separator', { name: 'Width of Sandbox' }), -40, 0);
    const status = page.getByRole('separator', { name: 'Width of Status' });
    await status.focus();
    await page.keyboard.press('ArrowRight');
    expect([await status.getAttribute('aria-valuenow'), await widthOf('.rows-box .c-sandbox')]).toEqual([
      '104',
      before + 40,
    ]);
    await page.reload();
    await row('demo/1').waitFor();
    await drawn(page);
    expect(await heads()).toEqual(chosen);
    expect([await widthOf('.rows-box .c-status'), await widthOf('.rows-box .c-sandbox')]).toEqual([
      104,
      before + 40,
    ]);
    expect(await widthOf('.rows-head .c-sandbox')).toBe(before + 40);
    await page.evaluate("localStorage.removeItem('drydock-columns')");
    await page.reload();
  });

  it('keeps every row in its place when one is opened, and has a split that can be moved and is remembered', async () => {
    await opened.show('#/traffic');
    await row('demo/1').waitFor();
    const places = async (): Promise<unknown> =>
      (JSON.parse(await picture()) as [string, number, number, number, number][]).map(
        ([key, x, y, , height]) => [key, x, y, height],
      );
    await drawn(page);
    const before = await places();
    await row('demo/2').locator('a').click();
    await page.getByText('each marked below').waitFor();
    await drawn(page);
    expect(await places()).toEqual(before);
    const border = page.getByRole('separator', { name: 'Share of the list' });
    const listed = await widthOf('.traffic-list');
    await drag(border, 150, 0);
    expect(Math.abs((await widthOf('.traffic-list')) - listed - 150)).toBeLessThan(15);
    await border.focus();
    const share = Number(await border.getAttribute('aria-valuenow'));
    await page.keyboard.press('ArrowLeft');
    expect(await border.getAttribute('aria-valuenow')).toBe(String(share - 2));
    await page.reload();
    await page.getByText('each marked below').waitFor();
    expect(await border.getAttribute('aria-valuenow')).toBe(String(share - 2));
    await page.setViewportSize({ width: 1024, height: 768 });
    await drawn(page);
    expect((await row('demo/2').boundingBox())!.height).toBe(24);
    await page.setViewportSize({ width: 800, height: 1000 });
    await page.locator('.separator[aria-orientation=horizontal]').waitFor();
    const [list, exchange] = [
      (await page.locator('.traffic-list').boundingBox())!,
      (await page.locator('.exchange').boundingBox())!,
    ];
    expect(exchange.y).toBeGreaterThanOrEqual(list.y + list.height);
    await drag(border, 0, 100);
    expect(
      Math.abs((await page.locator('.traffic-list').boundingBox())!.height - list.height - 100),
    ).toBeLessThan(15);
    await page.setViewportSize(wide);
  });

  it('holds still while a request is open and others arrive, and counts those', async () => {
    await opened.show('#/traffic/demo/2');
    await page.getByText('each marked below').waitFor();
    await page.locator('.rows-box .row.is-open').waitFor();
    await drawn(page);
    const before = await picture();
    const pictures: string[] = [];
    for (let sent = 0; sent < 400; sent += 20) {
      await Promise.all(Array.from({ length: 20 }, () => visit('dk_test_stream')));
      pictures.push(await picture());
    }
    await page.getByRole('button', { name: '400 new' }).waitFor();
    pictures.push(await picture());
    expect(new Set(pictures)).toEqual(new Set([before]));
    await page.getByRole('button', { name: '400 new' }).click();
    await row('stream/400').waitFor();
    await page.locator('.rows-box .row.is-open').waitFor({ state: 'detached' });
    await page.getByText('each marked below').waitFor();
  });

  it('follows again once nothing is open', async () => {
    await page.getByRole('link', { name: 'Close' }).click();
    await page.getByText('each marked below').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Traffic' }).click();
    await visit('dk_test_followed');
    await row('followed/1').waitFor();
    expect(opened.trouble).toEqual([]);
  });
});
