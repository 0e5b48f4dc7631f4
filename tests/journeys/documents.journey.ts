import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectAccessibleAsShown } from './accessibility.ts';
import { expectNoSidewaysScroll } from './person.ts';

const phone = { width: 390, height: 844 };

const result = (page: Page, words: RegExp) => page.getByRole('option', { name: words });

/** Errors of the page's console, among them what the Content-Security-Policy refuses, and requests to other sites. */
function watch(context: BrowserContext, site = ''): string[] {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  context.on('request', (request) => {
    if (!request.url().startsWith(`${site}/`)) problems.push(request.url());
  });
  return problems;
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test(`Without signing in I find a page of the documents by search, in ${colorScheme} colors`, async ({
      page,
      context,
      baseURL,
    }) => {
      const problems = watch(context, baseURL);
      await page.goto('/docs');
      await expect(page.getByRole('heading', { level: 1, name: 'The documents' })).toBeVisible();
      expect(await page.locator('html').evaluate((html) => html.classList.contains('dark'))).toBe(
        colorScheme === 'dark',
      );
      await expectAccessibleAsShown(page);

      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('searchbox').fill('restore a backup');
      await result(page, /Back up and restore.*Restore/)
        .first()
        .click();
      await expect(page).toHaveURL(/\/docs\/run\/backup#restore$/);
      await expect(page.getByRole('heading', { level: 1, name: 'Back up and restore' })).toBeVisible();

      const sidebar = page.getByRole('navigation', { name: 'Sidebar Navigation' });
      await sidebar.getByRole('link', { name: 'Install', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Install' })).toBeVisible();
      await expectAccessibleAsShown(page);
      await page.setViewportSize(phone);
      await expectNoSidewaysScroll(page);
      expect(problems).toEqual([]);

      await page.goto('/docs/no-such-page');
      await page.getByRole('link', { name: 'First page of the documents' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'The documents' })).toBeVisible();
    });
  });
}
