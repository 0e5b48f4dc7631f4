import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { demoPassword } from '../../demo/people.ts';

/** Someone of the demo story. */
export type DemoName = 'owner' | 'frontdesk' | 'limited' | 'other';

/** Signs in as a person does, on the way to a page: the scoreboard, or another with its heading. */
export async function signIn(
  page: Page,
  who: DemoName,
  from = '/scoreboard',
  heading: string | RegExp = /^(Calls|Campaigns)$/,
): Promise<void> {
  await page.goto(from);
  await page.getByLabel('Email').fill(`${who}@demo.example`);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  // a pointer left where the button was would rest on the next screen and call up a hint there
  await page.mouse.move(0, 0);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** The person is signed in and where a sign-in leads: the campaigns show. */
export async function expectHome(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  await expect(page).toHaveURL(/\/campaigns/);
}

/** The person is signed in: the scoreboard shows. */
export async function expectScoreboard(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible();
  await expect(page).toHaveURL(/\/scoreboard/);
}

/** What the outbox page shows of the newest message to somebody: its link, and its code. */
export async function newestMessage(page: Page, recipient: string): Promise<{ link: string; code: string }> {
  const outbox = await page.context().newPage();
  await outbox.goto('/outbox');
  const message = outbox.locator(`article[data-recipient="${recipient}"]`).first().locator('pre');
  const text = (await message.textContent()) ?? '';
  await outbox.close();
  return { link: /https?:\S+/.exec(text)?.[0] ?? '', code: /\b\d{6,8}\b/.exec(text)?.[0] ?? '' };
}

/** What an operator's command prints. */
export async function commandLine(page: Page, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'cli', '--', ...words], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      DATA_DIR: process.env['MAILCALL_JOURNEYS_DATA'],
      PUBLIC_URL: new URL(page.url()).origin,
    },
  });
  return stdout.trim();
}

/** A count as people read it: '1,234' is 1234. */
export function numberIn(text: string | null): number {
  const match = /[\d,]+/.exec(text ?? '');
  if (!match) throw new Error(`There is no number in "${text}".`);
  return Number(match[0].replaceAll(',', ''));
}

/** The figure of a summary card: the first line with a digit. */
export async function figureOf(page: Page, title: string): Promise<number> {
  const card = figureCard(page, title);
  await expect(card).toHaveAttribute('aria-busy', 'false');
  const line = (await card.innerText()).split('\n').find((text) => /\d/.test(text));
  return numberIn(line ?? null);
}

/** The tab of one of the seven lists, by its name. */
export function listTab(page: Page, name: string) {
  return page
    .getByRole('tablist', { name: 'Lists of calls' })
    .getByRole('tab', { name: new RegExp(`^${name}`) });
}

/** A summary card of the Overview, by its title. */
export function figureCard(page: Page, title: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
}

/** What axe finds, in words. */
async function violationsOf(check: AxeBuilder): Promise<string[]> {
  const { violations } = await check.analyze();
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/** Colours that fade into each other have come to rest. */
async function expectStill(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          document
            .getAnimations()
            .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
            .length,
      ),
    )
    .toBe(0);
}

/**
 * No accessibility violation of WCAG 2.2 A or AA, and none of axe's good practice either. What hangs on colours is looked
 * at in light and in dark.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect(
    await violationsOf(
      new AxeBuilder({ page }).withTags([
        'wcag2a',
        'wcag2aa',
        'wcag21a',
        'wcag21aa',
        'wcag22aa',
        'best-practice',
      ]),
    ),
  ).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectStill(page);
  expect(await violationsOf(new AxeBuilder({ page }).withRules(['color-contrast']))).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expectStill(page);
}

/** Nothing sticks out to the side: a phone never scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider).toBeLessThanOrEqual(0);
}
