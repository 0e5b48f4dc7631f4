import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { OwnOffice } from './own-office.ts';
import { signIn } from './person.ts';

const questions = [
  ['What do they ask for?', 'Top Requested Services'],
  ['Why didn’t they book?', 'Top non opportunity reasons'],
  ['When do we miss them?', 'Opportunity Calls by Hour'],
  ['Where do they come from?', 'Top Campaign Referral Sources'],
  ['Who calls?', 'Caller Gender'],
  ['How do they pay?', 'Payment Types'],
] as const;

test('I read six answers, fold a question that I do not need, and it stays folded', async ({ page }) => {
  await signIn(page, 'owner');
  for (const [title, card] of questions) {
    const question = page.getByRole('region', { name: title, exact: true });
    await expect(question).toContainText(/Most often .+: \d+% of [\d,]+ (calls|missed calls|inquiries)/);
    await expect(question.getByRole('region', { name: card })).toContainText(
      /derived from the calls we scored/,
    );
  }
  const gender = page.getByRole('region', { name: 'Caller Gender' });
  const fold = page.getByRole('button', { name: 'Who calls?' });
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await fold.press('Enter');
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(fold).toBeFocused();
  await expect(gender).toHaveCount(0);
  await page.reload();
  const answer = page.getByRole('region', { name: 'Who calls?', exact: true });
  await expect(answer).toContainText('Most often');
  await expect(gender).toHaveCount(0);
  await expectAccessible(page, 'main');
  await fold.press('Enter');
  await expect(gender).toContainText('Female');
  // a card with everything says how much that is
  await expect(gender.getByRole('button', { name: /^All Caller Genders \(3\)/ })).toBeVisible();
});

test('An office with few calls reads that they are too few, and what no call says', async ({ page }) => {
  const office = await OwnOffice.open([{ callerName: 'Ann Waits' }]);
  await office.enter(page);
  await expect(page.getByRole('region', { name: 'When do we miss them?', exact: true })).toContainText(
    'Too few to say: 1 missed call',
  );
  const asked = page.getByRole('region', { name: 'What do they ask for?', exact: true });
  await expect(asked).toContainText('Nothing yet');
  await expect(asked.getByRole('button')).toHaveCount(0);
});
