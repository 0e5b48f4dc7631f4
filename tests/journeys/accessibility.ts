import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const conformance = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What is open over the page, which nobody can read meanwhile. */
const modal = '[aria-modal="true"]';

/**
 * axe for a part of the page. Without frames it needs no second page to put its results together, and of what passes
 * nothing is written down: together two thirds of its time.
 */
const axe = (page: Page, part: string) =>
  new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .include(part);

/** What axe finds, as sentences. */
async function violationsOf(check: AxeBuilder): Promise<string[]> {
  const { violations } = await check.analyze();
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

/** Has the page take on a color scheme. A page that the web app does not render follows the browser by itself. */
async function useColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const attribute = 'data-mantine-color-scheme';
  if ((await page.locator(`html[${attribute}]`).count()) > 0)
    await expect(page.locator('html')).toHaveAttribute(attribute, colorScheme);
  await expectStill(page);
}

/** The part that is open to readers: a dialog over the page, else the page. */
const openPart = async (page: Page) => ((await page.locator(modal).count()) > 0 ? modal : 'html');

/**
 * The page has no violation of WCAG 2.2 A or AA, and none of axe's best practices, in light. A dialog over the page is
 * checked alone, and so is a part that is named by its selector.
 */
export async function expectAccessibleInLight(page: Page, part?: string): Promise<void> {
  expect(await violationsOf(axe(page, part ?? (await openPart(page))).withTags(conformance))).toEqual([]);
}

/**
 * The same, and the contrast in dark: of what axe checks it alone depends on colors. For all that has colors of its own;
 * another layout of the same components has not.
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  await expectAccessibleInLight(page, part);
  await useColorScheme(page, 'dark');
  const checked = part ?? (await openPart(page));
  expect(await violationsOf(axe(page, checked).withRules(['color-contrast']))).toEqual([]);
  await useColorScheme(page, 'light');
}
