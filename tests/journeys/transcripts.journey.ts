import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { importFiles } from './own-record.ts';
import { expectNoSidewaysScroll, lightPage, signIn } from './person.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';

const transcript = (page: Page) => page.getByRole('region', { name: 'Transcript' });
const slider = (page: Page) => page.getByRole('group', { name: 'Recording' }).getByRole('slider').first();
const second = async (page: Page) => Number(await slider(page).getAttribute('aria-valuenow'));
const pause = (page: Page) =>
  page.getByRole('group', { name: 'Recording' }).getByRole('button', { name: 'Pause' });

async function searchFor(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
  await page.keyboard.type(words);
}

test('By keyboard I hear the sentence in which the caller asks for a price', async ({ page }) => {
  await signIn(page, 'frontdesk', ...lightPage);
  await searchFor(page, 'how much would that be');
  const found = page.getByRole('group', { name: 'Said in calls' }).getByRole('option').first();
  await expect(found).toContainText('“How much would that be?”');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(transcript(page)).toBeVisible();
  await expectAccessible(page);

  await transcript(page).getByRole('searchbox', { name: 'Find in transcript' }).focus();
  await page.keyboard.type('HOW MUCH');
  await expect(transcript(page).getByRole('status')).toHaveText('1 of 1');
  // past the two buttons of the search to the found turn
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Tab');
  await expect(transcript(page).getByRole('button', { name: /How much would that be/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(pause(page)).toBeVisible();
  await expect(transcript(page).locator('[aria-current]')).toContainText('How much would that be?');
  expect(await second(page)).toBeGreaterThan(5);
  // the focus stays, whatever is heard
  await expect(transcript(page).getByRole('button', { name: /How much would that be/ })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await expect(transcript(page).getByRole('button', { name: /Thank you for calling/ })).toBeFocused();

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('With the mouse I press a word and hear the call from there', async ({ page }) => {
  await signIn(page, 'frontdesk', ...lightPage);
  await searchFor(page, 'thank you for calling');
  await expect(page.getByRole('group', { name: 'Said in calls' }).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  const turn = transcript(page).getByRole('button', { name: /Thank you for calling/ });
  await expect(turn).toBeVisible();
  const said = turn.locator('[data-said]');
  const place = await said.evaluate((element) => {
    const range = document.createRange();
    const text = element.firstChild?.firstChild ?? element;
    const at = (text.textContent ?? '').indexOf('How can');
    range.setStart(text, at);
    range.setEnd(text, at + 3);
    const { left, top, height } = range.getBoundingClientRect();
    return { x: left + 2, y: top + height / 2 };
  });
  await page.mouse.click(place.x, place.y);
  await expect(pause(page)).toBeVisible();
  // the greeting begins at 2.3 seconds; its last sentence is much later
  expect(await second(page)).toBeGreaterThanOrEqual(4);
});

test('At the scoring desk I read along, and arrow keys stay in the transcript', async ({ page }) => {
  const office = await ScoringOffice.open('Ann First');
  const row = { account_id: office.id, call_id: `${office.id}-call-0` };
  await importFiles({
    transcripts: [
      { ...row, turn: '1', speaker: 'Agent', from_ms: '0', to_ms: '900', text: 'Quill Dental.' },
      {
        ...row,
        turn: '2',
        speaker: 'Caller',
        from_ms: '1000',
        to_ms: '3000',
        text: 'What does whitening cost?',
      },
    ],
  });
  await enterAsMember(page, await office.addMember('Nora'));
  await page.keyboard.press('Enter');
  await expect(transcript(page)).toContainText('What does whitening cost?');
  await expectAccessible(page);
  const [first, asked] = [/Quill Dental\./, /What does whitening cost/].map((name) =>
    transcript(page).getByRole('button', { name }),
  );
  await first?.focus();
  await page.keyboard.press('ArrowDown');
  await expect(asked ?? page.locator('body')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => second(page)).toBeGreaterThanOrEqual(1);
});
