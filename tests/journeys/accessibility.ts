import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { run, RunOptions } from 'axe-core';

const conformance: RunOptions['runOnly'] = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

const contrast: RunOptions['runOnly'] = { type: 'rule', values: ['color-contrast'] };

const modal = '[aria-modal="true"]';

/** Repeated parts of a long list or table: its first rows say as much, and axe reads each row by some eighty rules. */
const repeatedRows = ['tbody > tr:nth-child(n+7)', 'li:nth-child(n+7)', 'article:nth-child(n+7)'];

/** Without comments: half as long, and a browser reads it for each page. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations as sentences. Leaves out frames: only the outbox page has any, and they run no scripts. */
async function violationsOf(page: Page, part: string, runOnly: RunOptions['runOnly']): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axeSource);
  const options: RunOptions = { resultTypes: ['violations'], iframes: false, runOnly };
  const violations = await page.evaluate(
    async ({ context, chosen }) => {
      const { axe } = globalThis as unknown as { axe: { run: typeof run } };
      return (await axe.run(context, chosen)).violations;
    },
    { context: { include: [part], exclude: repeatedRows }, chosen: options },
  );
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/** Colors that fade into each other have come to rest. */
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

/** Has the page take on the other color scheme. A page that the web app does not render follows the browser by itself. */
async function useOtherColorScheme(page: Page): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const colorScheme = isDark ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme });
  const attribute = 'data-mantine-color-scheme';
  if ((await page.locator(`html[${attribute}]`).count()) > 0)
    await expect(page.locator('html')).toHaveAttribute(attribute, colorScheme);
  await expectStill(page);
}

const openPart = async (page: Page) => ((await page.locator(modal).count()) > 0 ? modal : 'html');

/** Checks the page, or an open dialog alone, in its present colors, by WCAG 2.2 AA and axe's best practices. */
export async function expectAccessibleAsShown(page: Page, part?: string): Promise<void> {
  expect(await violationsOf(page, part ?? (await openPart(page)), conformance)).toEqual([]);
}

/** Also checks the contrast in the other color scheme, which stays, because switching twice is slow. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  await expectAccessibleAsShown(page, part);
  await useOtherColorScheme(page);
  const checked = part ?? (await openPart(page));
  expect(await violationsOf(page, checked, contrast)).toEqual([]);
}
