import { expect, type Locator, type Page } from '@playwright/test';

export function cardsOf(page: Page, section: string): Locator {
  return page.getByRole('region', { name: section, exact: true }).getByRole('article');
}

export const openMailing = (card: Locator) =>
  card.getByRole('link', { name: /View Performance|View Details|Review and Approve/ }).click();

export const orderOf = async (card: Locator) =>
  /MC-\d+/.exec((await card.getByText(/^Order MC-/).textContent()) ?? '')?.[0] ?? '';

export const settled = (page: Page) => expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
