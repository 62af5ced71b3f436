/** The bar that says on every view what is forced, and changes it, in a real Chromium. */
import { beforeEach, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { headersWith, send } from '../../testing/mock-server.js';
import { usePage } from './testing/use-page.js';
import { describeUnless } from '../../testing/unless.js';
import type { DrydockServer } from '../create-server.js';
import { axeFindings, whyNoBrowser } from './testing/page-browser.js';
import type { OpenedPage } from './testing/page-browser.js';
import { controlCall, resetAll } from './testing/sample-traffic.js';

const views = [
  ['#/start', 'Right now'],
  ['#/workbench', 'Timeline'],
  ['#/traffic', 'Status'],
  ['#/traffic/alice/1', 'Answered by'],
  ['#/scenarios', 'In force'],
  ['#/scenarios/new', 'scenarios/NAME.yaml'],
  ['#/keys', 'Issued keys'],
  ['#/coverage', 'Operations and statuses'],
  ['#/contract', 'Drop a report here'],
] as const;

describeUnless(whyNoBrowser, 'the bar of what is forced', () => {
  let server: DrydockServer;
  let opened: OpenedPage;
  let page: Page;
  let clicks = 0;

  usePage((used) => ({ server, opened, page } = used), {
    context: { viewport: { width: 1440, height: 800 }, reducedMotion: 'reduce' },
  });
  beforeEach(async () => {
    await resetAll(server, page);
    await page.setViewportSize({ width: 1440, height: 800 });
    clicks = 0;
  });

  const bar = (): Locator => page.getByRole('region', { name: 'Forced', exact: true });
  const button = (name: string | RegExp): Locator => bar().getByRole('button', { name, exact: true });
  const click = async (what: Locator): Promise<void> => {
    clicks += 1;
    await what.click();
  };
  const says = (text: string) => bar().getByText(text).waitFor();
  /** Opens the form once the one before is closed: its response comes after the event that shows what is forced. */
  const openForm = async (): Promise<void> => {
    await bar().getByRole('form').waitFor({ state: 'detached' });
    await button('Force …').click();
  };
  const call = async (sandbox: string, path = '/categories') =>
    (await send(server, 'GET', path, { headers: headersWith(`dk_test_${sandbox}`) })).status;
  const calls = async (times: number, sandbox: string): Promise<number[]> => {
    const statuses: number[] = [];
    while (statuses.length < times) statuses.push(await call(sandbox));
    return statuses;
  };
  const clockOf = async (sandbox: string) =>
    (await (await controlCall(server, 'GET', `sandboxes/${sandbox}/clock`)).json()) as {
      now: string;
      aheadSeconds: number;
      frozen: boolean;
    };
  const scenarioOf = async (sandbox: string) =>
    (
      (await (await controlCall(server, 'GET', `sandboxes/${sandbox}/scenario`)).json()) as {
        scenario: unknown;
      }
    ).scenario;

  it('forces three 429s from the traffic within three clicks, and in no other sandbox', async () => {
    await opened.show('#/traffic?sandbox=alice');
    await says('nothing is forced');
    await click(button('Force …'));
    await click(button('Force 429'));
    await says('next 3 → 429, then normal');
    await says('No other sandbox is affected');
    expect(clicks).toBeLessThanOrEqual(3);
    expect([await call('bob'), await calls(1, 'alice')]).toEqual([200, [429]]);
    await says('next 2 → 429, then normal');
    expect(await calls(3, 'alice')).toEqual([429, 429, 200]);
    await says('next-3-status-429 is over, now normal');
  });

  it('forces responses of one operation, later than usual, by keyboard alone', async () => {
    await opened.show('#/traffic?sandbox=alice');
    await says('nothing is forced');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('f');
    await page.getByLabel('What they get').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('503');
    await bar().getByLabel('How many of the next requests').fill('2');
    await bar().getByLabel('Of which operation').selectOption('listCategories');
    await bar().getByLabel('Milliseconds before it').fill('7');
    await page.keyboard.press('Enter');
    await says('next 2 of listCategories → 503 after 7 ms, then normal');
    await button('Force …').and(page.locator(':focus')).waitFor();
    expect([await call('alice', '/orders/none'), await calls(3, 'alice')]).toEqual([404, [503, 503, 200]]);
  });

  it('forces all requests of an operation without a number, and a late real response', async () => {
    await opened.show('#/scenarios?sandbox=alice');
    await openForm();
    await bar().getByLabel('How many of the next requests').fill('');
    await bar().getByLabel('Of which operation').selectOption('getOrder');
    await button('Force 503').click();
    await says('all of getOrder → 503');
    expect([await call('alice', '/orders/none'), await calls(1, 'alice')]).toEqual([503, [200]]);
    await openForm();
    await bar().getByLabel('What they get').selectOption('the real response, late');
    expect(await button('Force').isDisabled()).toBe(true);
    await bar().getByLabel('Milliseconds before it').fill('6');
    await button('Force').click();
    await says('next 3 → normal after 6 ms, then normal');
    expect([await call('alice', '/orders/none'), await calls(1, 'alice')]).toEqual([404, [200]]);
  });

  it('lets a scenario with steps of its own apply as it says, and repeats one that has none', async () => {
    await opened.show('#/start?sandbox=alice');
    await openForm();
    await bar().getByLabel('What they get').selectOption('flaky');
    await bar().getByText('This scenario says itself when it applies.').waitFor();
    expect(await bar().getByLabel('How many of the next requests').isDisabled()).toBe(true);
    await button('Force').click();
    await says('next 2 → 500, then normal');
    await openForm();
    await bar().getByLabel('What they get').selectOption('broken-html-error');
    await bar().getByLabel('How many of the next requests').fill('1');
    await button('Force').click();
    await says('next 1 → ');
    expect(await calls(2, 'alice')).toEqual([502, 200]);
  });

  it('fails all requests with one click, says who has a scenario of their own, and goes back with another', async () => {
    for (const name of ['bob', 'carol'])
      await controlCall(server, 'PUT', `sandboxes/${name}/scenario`, { scenario: 'status-404' });
    await controlCall(server, 'PUT', 'default-scenario', { scenario: 'rate-limited' });
    await opened.show('#/keys');
    await says('every request → rate-limited');
    await click(button('Fail all'));
    await says('every request → status-500');
    await says('2 sandboxes have a scenario of their own');
    expect([await call('alice'), await call('alice', '/orders/none'), await call('bob'), clicks]).toEqual([
      500, 500, 404, 1,
    ]);
    await click(button('Undo'));
    await says('every request → rate-limited');
    expect([await call('alice'), clicks]).toEqual([429, 2]);
    await button('Undo').click();
    await says('nothing is forced');
    await button('Undo').waitFor({ state: 'detached' });
    expect([await call('alice'), await call('bob')]).toEqual([200, 404]);
  });

  it('goes back to an unsaved scenario that stood before several forced ones', async () => {
    await controlCall(server, 'PUT', 'sandboxes/alice/scenario', {
      definition: { operations: ['listCategories'], answer: { status: 403 } },
      name: 'mine',
    });
    await opened.show('#/coverage?sandbox=alice');
    await says('all of listCategories → 403');
    await button('Fail all').click();
    await says('every request → 500');
    await openForm();
    await button('Force 401').click();
    await says('next 3 → 401, then normal');
    await button('Undo').click();
    await says('all of listCategories → 403');
    expect([await scenarioOf('alice'), await call('alice')]).toEqual(['mine', 403]);
    await button('Undo').click();
    await says('nothing is forced');
    expect(await scenarioOf('alice')).toBeNull();
  });

  it('shows a sandbox what everyone gets, and undoes it there', async () => {
    await controlCall(server, 'PUT', 'default-scenario', { scenario: 'status-503' });
    await opened.show('#/traffic?sandbox=alice');
    await says('every request → 503 (as everyone)');
    await button('Undo for everyone').click();
    await says('nothing is forced');
    expect(await calls(1, 'bob')).toEqual([200]);
  });

  it('believes what happened since it asked, not an answer from before', async () => {
    await opened.show('#/traffic');
    let [tell, answer] = [(): void => undefined, (): void => undefined];
    const asked = new Promise<void>((resolve) => (tell = resolve));
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    const address = '**/__drydock/default-scenario';
    await page.route(address, async (route) => {
      const response = await route.fetch();
      tell();
      await mayAnswer;
      await route.fulfill({ response });
    });
    await controlCall(server, 'POST', 'reset');
    await asked;
    await controlCall(server, 'PUT', 'default-scenario', { scenario: 'status-503' });
    await says('every request → status-503');
    const answered = page.waitForResponse(address);
    answer();
    await (await answered).finished();
    await page.unrouteAll({ behavior: 'wait' });
    await opened.show('#/keys');
    await page.getByText('Issued keys').first().waitFor();
    await says('every request → status-503');
    expect(await button('Undo').count()).toBe(1);
  });

  it('offers everyone every request, and the sandboxes for a number of them', async () => {
    await call('alice');
    await opened.show('#/traffic');
    await openForm();
    await bar().getByText('Every request', { exact: true }).waitFor();
    expect(await bar().getByLabel('How many of the next requests').count()).toBe(0);
    await bar().getByLabel('choose whose requests').selectOption('alice');
    await page.waitForURL(({ hash }) => hash === '#/traffic?sandbox=alice');
    await button('Force 500').click();
    await says('next 3 → 500, then normal');
    expect(await calls(4, 'alice')).toEqual([500, 500, 500, 200]);
  });

  it('freezes the time of a sandbox with one click, moves it while it stands, and undoes that with another', async () => {
    await opened.show('#/coverage?sandbox=alice');
    await click(button('Freeze'));
    await button(/^Frozen at \d\d:\d\d(:\d\d)? UTC …$/).waitFor();
    const { now, frozen } = await clockOf('alice');
    expect([clicks, frozen, await clockOf('alice'), await clockOf('bob')]).toMatchObject([
      ...[1, true, { now }, { frozen: false, aheadSeconds: 0 }],
    ]);
    await button(/^Frozen at/).click();
    await bar().getByLabel('Date and time').fill('2031-05-06T09:30:00');
    await button('Set').click();
    await button('Frozen at 2031-05-06 09:30 UTC …').waitFor();
    await button('+1 day').click();
    await button('Frozen at 2031-05-07 09:30 UTC …').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const beyond = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.is-moved'))`;
    expect(await page.evaluate(beyond)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 800 });
    expect(await clockOf('alice')).toMatchObject({ now: '2031-05-07T09:30:00.000Z', frozen: true });
    await button('Fail all').click();
    await says('every request → 500');
    await button('Undo').click();
    await says('nothing is forced');
    await button('Frozen at 2031-05-07 09:30 UTC …').waitFor();
    await button('Undo').click();
    await button('Time …').waitFor();
    expect(await clockOf('alice')).toMatchObject({ aheadSeconds: 0, frozen: false });
    await bar().getByLabel('Date and time').press('Escape');
  });

  it('goes back to the frozen time, or the moved one, that stood before its own changes', async () => {
    const at = '2031-05-06T09:30:00.000Z';
    await controlCall(server, 'PUT', 'sandboxes/alice/clock', { at, frozen: true });
    await opened.show('#/keys?sandbox=alice');
    await button('Frozen at 2031-05-06 09:30 UTC …').click();
    await button('+1 h').click();
    await button('Frozen at 2031-05-06 10:30 UTC …').waitFor();
    await bar().getByRole('button', { name: 'Unfreeze' }).last().click();
    await button(/^Time: [\d,]+ days .* ahead …$/).waitFor();
    expect(await clockOf('alice')).toMatchObject({
      now: expect.stringContaining('2031-05-06T10:3'),
      frozen: false,
    });
    await button('Undo').click();
    await button('Frozen at 2031-05-06 09:30 UTC …').waitFor();
    expect(await clockOf('alice')).toMatchObject({ now: at, frozen: true });

    await controlCall(server, 'POST', 'sandboxes/alice/reset');
    await controlCall(server, 'PUT', 'sandboxes/alice/clock', { advance: 'P2D' });
    await button('Time: 2 days ahead …').waitFor();
    await bar().getByLabel('Date and time').fill('2031-05-06T09:30:00');
    await button('Freeze there').click();
    await button('Frozen at 2031-05-06 09:30 UTC …').waitFor();
    await button('Undo').click();
    await button('Time: 2 days ahead …').waitFor();
    await button('Undo').click();
    await button('Time …').waitFor();
    await bar().getByLabel('Date and time').press('Escape');
  });

  it('moves the time of a sandbox on every view, says how far, and moves it back', async () => {
    await opened.show('#/traffic');
    await says('nothing is forced');
    expect(await button('Time …').count()).toBe(0);
    await opened.show('#/traffic?sandbox=alice');
    await click(button('Time …'));
    await click(button('+1 day'));
    await button('Time: 1 day ahead …').waitFor();
    expect([clicks, (await clockOf('alice')).aheadSeconds, (await clockOf('bob')).aheadSeconds]).toEqual([
      2, 86_400, 0,
    ]);
    await opened.show('#/keys?sandbox=alice');
    await button('+1 h').click();
    await bar().getByText('1 day 1 h ahead').last().waitFor();
    const field = bar().getByLabel('Date and time');
    await field.fill('2031-05-06T07:08:09');
    await button('Set').click();
    await bar().getByText('2031-05-06 07:08:').waitFor();
    expect((await clockOf('alice')).now.slice(0, 16)).toBe('2031-05-06T07:08');
    await button('Back to now').click();
    await field.press('Escape');
    await button('Time …').and(page.locator(':focus')).waitFor();
    expect((await clockOf('alice')).aheadSeconds).toBe(0);
    await controlCall(server, 'PUT', 'sandboxes/alice/clock', { advance: 'PT90S' });
    await button('Time: 1 min 30 s ahead …').waitFor();
  });

  it('shows the refusal of what can not be forced, and keeps the fields', async () => {
    await opened.show('#/start?sandbox=alice');
    await openForm();
    await page.route('**/sandboxes/alice/scenario', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 422, json: { title: 'Unprocessable', detail: 'Refused for a reason' } })
        : route.continue(),
    );
    await button('Force 429').click();
    await says('Refused for a reason');
    await page.unroute('**/sandboxes/alice/scenario');
    await bar().getByLabel('What they get').press('Escape');
    await button('Force …').and(page.locator(':focus')).waitFor();
    await page.getByRole('alert').getByText('Refused for a reason').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
  });

  it('stays in sight on every view at every width, and passes axe in both themes', async () => {
    await call('alice');
    await controlCall(server, 'PUT', 'sandboxes/alice/scenario', { scenario: 'status-500' });
    await controlCall(server, 'PUT', 'sandboxes/alice/clock', { advance: 'P1DT1H' });
    const findings: string[] = [];
    for (const [view, text] of views) {
      await opened.show(`${view}?sandbox=alice`);
      await page.getByText(text).first().waitFor({ state: 'attached' });
      for (const width of [1440, 1024, 768, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
        await says('every request → 500');
        const unseen = await page.evaluate<string[]>(
          `[...document.querySelectorAll('.forced-what strong, .forced .btn')].filter((one) => {
             if (one.matches('.freeze') && innerWidth <= 1024) return false;
             const { left, right, top, bottom } = one.getBoundingClientRect();
             return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('.forced') == null;
           }).map((one) => one.textContent)`,
        );
        if (unseen.length > 0) findings.push(`${view} at ${width} px hides ${unseen.join()}`);
        const height = (await bar().boundingBox())?.height ?? NaN;
        if (width > 390 && height > 32) findings.push(`${view} at ${width} px: ${height} px high`);
      }
    }
    await openForm();
    for (const [sandbox, field] of [
      ['alice', 'How many of the next requests'],
      ['', 'choose whose requests'],
      ['alice', 'Date and time'],
    ] as const) {
      await opened.show(`#/start?sandbox=${sandbox}`);
      if (field === 'Date and time') await button('Time: 1 day 1 h ahead …').click();
      await bar().getByLabel(field).waitFor();
      for (const width of [1440, 390])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await page.locator(`:root[data-theme=${colorScheme}]`).waitFor();
          for (const finding of await axeFindings(page)) findings.push(`${field}: ${finding}`);
          const beyond = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
          if (beyond > 0) findings.push(`${field}: ${beyond} px too wide at ${width} px`);
        }
    }
    await bar().getByLabel('Date and time').press('Escape');
    expect(findings).toEqual([]);
  });

  it('violates no content security policy', () => {
    expect(opened.trouble).toEqual([]);
  });
});
