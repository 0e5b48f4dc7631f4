import { expect, type Page, test } from '@playwright/test';
import { transferredOnLoad } from '../support/transferred-bytes.ts';
import { lightPage, signIn } from './person.ts';

/** The most script that a page transfers in its first load, in bytes; a decision raises them. */
const scriptBudget = { '/login': 150_000, '/scoreboard': 300_000, '/campaigns': 300_000 } as const;

/** The most that the fonts of a page transfer, in bytes. */
const fontBudget = 60_000;

async function expectWithinBudget(page: Page, path: keyof typeof scriptBudget): Promise<void> {
  const { script, font } = await transferredOnLoad(page, path);
  expect(script, `bytes of script on ${path}`).toBeLessThanOrEqual(scriptBudget[path]);
  // a page that loaded nothing would be within every budget
  expect(script).toBeGreaterThan(100_000);
  expect(font, `bytes of fonts on ${path}`).toBeLessThanOrEqual(fontBudget);
  expect(font).toBeGreaterThan(10_000);
}

test('On a slow connection the login is there after 150 KB of script', async ({ page }) => {
  await expectWithinBudget(page, '/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('On a slow connection the scoreboard and the campaigns are there after 300 KB of script', async ({
  page,
  context,
}) => {
  await signIn(page, 'owner', ...lightPage);
  for (const path of ['/scoreboard', '/campaigns'] as const) {
    const cold = await context.newPage();
    await expectWithinBudget(cold, path);
    await expect(cold.getByRole('heading', { level: 1 })).toBeVisible();
    await cold.close();
  }
});
