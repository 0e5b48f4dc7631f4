import { expect, type Locator, type Page } from '@playwright/test';

/** The cards of a section, 'Delivered' or 'In production'. */
export function cardsOf(page: Page, section: string): Locator {
  return page.getByRole('region', { name: section, exact: true }).getByRole('article');
}

/** Opens a mailing by the link of its card. */
export const openMailing = (card: Locator) =>
  card.getByRole('link', { name: /View Performance|View Details|Review and Approve/ }).click();

/** The order number of a card, which is not its heading. */
export const orderOf = async (card: Locator) =>
  /MC-\d+/.exec((await card.getByText(/^Order MC-/).textContent()) ?? '')?.[0] ?? '';

/** Nothing is loading any more. */
export const settled = (page: Page) => expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
