import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { demoPassword } from '../../demo/people.ts';
import { savedOutboxLinks } from '../../server/features/outbox/outbox-link.ts';

export type DemoName = 'owner' | 'frontdesk' | 'limited' | 'other';

export async function enter(page: Page, who: DemoName, from: string): Promise<void> {
  await page.goto(from);
  await page.getByLabel('Email').fill(`${who}@demo.example`);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  // a pointer left where the button was would rest on the next screen and call up a hint there
  await page.mouse.move(0, 0);
}

export async function signInAnew(
  page: Page,
  who: DemoName,
  from = '/scoreboard',
  heading: string | RegExp = /^(Scoreboard|Campaigns)$/,
): Promise<void> {
  await enter(page, who, from);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** The page that loads least, with its heading: for journeys to which it does not matter where they begin. */
export const lightPage = ['/settings', 'Settings'] as const;

const sessionKey = 'mailcall.session';
const sessions = new Map<DemoName, string>();

/** The first use signs in; later ones restore that session. Journeys that end sessions sign in by themselves. */
export async function signIn(
  page: Page,
  who: DemoName,
  from = '/scoreboard',
  heading: string | RegExp = /^(Scoreboard|Campaigns)$/,
): Promise<void> {
  const kept = sessions.get(who);
  if (kept === undefined) {
    await signInAnew(page, who, from, heading);
    const session = await page.evaluate((key) => localStorage.getItem(key), sessionKey);
    if (session !== null) sessions.set(who, session);
    return;
  }
  const keep = await page.addInitScript(([key, session]) => localStorage.setItem(key, session), [
    sessionKey,
    kept,
  ] as const);
  await page.goto(from);
  await keep.dispose();
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** Restores a session without opening a page of the portal, so that no request is under way when a journey sets up refusals. */
export async function bringSession(page: Page, who: DemoName): Promise<void> {
  if (!sessions.has(who)) await signIn(page, who, ...lightPage);
  await page.goto('/favicon.svg');
  await page.evaluate(([key, session]) => localStorage.setItem(key, session), [
    sessionKey,
    sessions.get(who) ?? '',
  ] as const);
}

export async function expectHome(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  await expect(page).toHaveURL(/\/campaigns/);
}

export async function expectScoreboard(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Scoreboard' })).toBeVisible();
  await expect(page).toHaveURL(/\/scoreboard/);
}

export async function openOutbox(page: Page): Promise<Page> {
  const [link = ''] = await savedOutboxLinks(process.env['MAILCALL_JOURNEYS_DATA'] ?? '');
  const outbox = await page.context().newPage();
  await outbox.goto(link);
  await expect(outbox).toHaveURL(/\/outbox$/);
  return outbox;
}

export async function newestMessage(
  page: Page,
  recipient: string,
  dataFolder = process.env['MAILCALL_JOURNEYS_DATA'] ?? '',
): Promise<{ link: string; code: string }> {
  const [outbox = ''] = await savedOutboxLinks(dataFolder);
  const answer = await page.request.get(outbox);
  const text = await page.evaluate(
    ([html, to]) =>
      new DOMParser()
        .parseFromString(html, 'text/html')
        .querySelector(`article[data-recipient="${CSS.escape(to)}"] pre`)?.textContent ?? '',
    [await answer.text(), recipient] as const,
  );
  return { link: /https?:\S+/.exec(text)?.[0] ?? '', code: /\b\d{6,8}\b/.exec(text)?.[0] ?? '' };
}

/** Opens a mailed link before its person does, as programs do that check mails for malware. */
export async function scanLink(browser: Browser, link: string): Promise<void> {
  const scanner = await browser.newContext();
  const page = await scanner.newPage();
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await scanner.close();
}

export async function hold(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(`**${path}`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

export async function commandLine(page: Page, ...words: string[]): Promise<string> {
  const project = resolve(import.meta.dirname, '../..');
  const { stdout } = await promisify(execFile)(join(project, 'tools/node24'), ['server/cli.ts', ...words], {
    cwd: project,
    env: {
      ...process.env,
      DATA_DIR: process.env['MAILCALL_JOURNEYS_DATA'],
      PUBLIC_URL: new URL(page.url()).origin,
    },
  });
  return stdout.trim();
}

/** Presses a key as soon as what the button opens is there, earlier than Playwright could on any machine. */
export const pressAtOnce = (opener: Locator, key: string): Promise<void> =>
  opener.evaluate(async (button: HTMLElement, pressed) => {
    const isThere = Promise.withResolvers<void>();
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[role="dialog"], [role="menu"]')) return;
      observer.disconnect();
      // a task that comes before timeouts, as keys do
      void scheduler.postTask(isThere.resolve, { priority: 'user-blocking' });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    button.focus();
    button.click();
    await isThere.promise;
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }),
    );
  }, key);

/** A count as people read it: '1,234' is 1234. */
export function numberIn(text: string | null): number {
  const match = /[\d,]+/.exec(text ?? '');
  if (!match) throw new Error(`There is no number in "${text}".`);
  return Number(match[0].replaceAll(',', ''));
}

/** The figure of a summary card, once it is for the chosen accounts and dates: the first line with a digit. */
export async function figureOf(page: Page, title: string): Promise<number> {
  const card = figureCard(page, title);
  let figure = Number.NaN;
  // looked at in one moment: a card that has come can be replaced by one of other accounts
  const isThere = async () => {
    const text = await card.evaluate((element: HTMLElement) =>
      element.ariaBusy === 'false' && element.closest('[aria-busy="true"]') === null ? element.innerText : '',
    );
    const line = text.split('\n').find((one) => /\d/.test(one));
    if (line !== undefined) figure = numberIn(line);
    return line !== undefined;
  };
  await expect.poll(isThere).toBe(true);
  return figure;
}

export function listTab(page: Page, name: string) {
  return page
    .getByRole('tablist', { name: 'Lists of calls' })
    .getByRole('tab', { name: new RegExp(`^${name}`) });
}

export function figureCard(page: Page, title: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
}

export const expectLoaded = (page: Page): Promise<void> =>
  expect(page.locator('[aria-busy="true"]')).toHaveCount(0);

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // after a frame, in which observers of sizes have answered to a new viewport
  const wider = await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
  expect(wider).toBeLessThanOrEqual(0);
}

/** No number is cut, neither a figure nor one in a sentence. Rows of lists may cut a summary, which opens in full. */
export async function expectWholeNumbers(page: Page): Promise<void> {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => {
        const { overflowX, textOverflow } = getComputedStyle(element);
        if (overflowX !== 'hidden' && overflowX !== 'clip') return false;
        const text = element.innerText.trim();
        const isFigure = /\d/.test(text) && /^[\d\s.,:;/$%()+-]+$/.test(text);
        const isSentence = /\d/.test(text) && textOverflow === 'ellipsis';
        return isFigure || (isSentence && element.closest('li, tr') === null);
      })
      .map((element) => element.innerText),
  );
  expect(cut).toEqual([]);
}
