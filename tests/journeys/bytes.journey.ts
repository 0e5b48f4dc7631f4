import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { transferredOnLoad } from '../support/transferred-bytes.ts';
import { lightPage, signIn } from './person.ts';

/** The most script that a page transfers in its first load, in bytes: 5 % more than when they were set. A decision raises them. */
const scriptBudget = { '/login': 150_000, '/scoreboard': 297_000, '/campaigns': 291_000 } as const;

const fontBudget = 60_000;

async function expectWithinBudget(page: Page, path: keyof typeof scriptBudget): Promise<void> {
  const { script, font } = await transferredOnLoad(page, path);
  expect(script, `bytes of script on ${path}`).toBeLessThanOrEqual(scriptBudget[path]);
  // a page that loaded nothing would be within every budget
  expect(script).toBeGreaterThan(100_000);
  expect(font, `bytes of fonts on ${path}`).toBeLessThanOrEqual(fontBudget);
  expect(font).toBeGreaterThan(10_000);
}

const placesOf = (element: Locator, texts: readonly string[]) =>
  Promise.all(
    texts.map((text) =>
      element
        .getByText(text, { exact: true })
        .filter({ visible: true })
        .first()
        .evaluate((place) => {
          const range = document.createRange();
          range.selectNodeContents(place);
          const { left, top } = range.getBoundingClientRect();
          return { left, top };
        }),
    ),
  );

/** Before its first script has come, a page shows these texts where they stay. */
async function expectBeforeScripts(
  context: BrowserContext,
  path: keyof typeof scriptBudget,
  texts: readonly string[],
): Promise<void> {
  const page = await context.newPage();
  let release = () => {};
  const scriptsCome = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/assets/*.js', (route) => scriptsCome.then(() => route.continue()));
  await page.goto(path, { waitUntil: 'commit' });
  const firstPaint = page.locator('#first-paint');
  await expect(firstPaint).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => true));
  const before = await placesOf(firstPaint, texts);
  release();
  await expect(firstPaint).toHaveCount(0);
  const after = await placesOf(page.locator('#root main, #root aside'), texts);
  for (const [index, { left, top }] of after.entries()) {
    const place = before[index];
    const moved = Math.hypot(left - (place?.left ?? 0), top - (place?.top ?? 0));
    expect(moved, `pixels by which "${texts[index]}" moves`).toBeLessThan(2.5);
  }
  await page.close();
}

test('On a slow connection the login is there after 150 KB of script', async ({ page, context }) => {
  await expectWithinBudget(page, '/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expectBeforeScripts(context, '/login', [
    'Email',
    'Password',
    'Know someone who should be mailing too?',
  ]);
});

test('On a slow connection the scoreboard and the campaigns are there after less than 300 KB of script', async ({
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
  const cards = ['Opportunity Calls', 'Appointments'];
  await expectBeforeScripts(context, '/scoreboard', ['Scoreboard', 'Front Desk', ...cards]);
  await expectBeforeScripts(context, '/campaigns', ['Campaigns', 'Overview', ...cards]);
});
