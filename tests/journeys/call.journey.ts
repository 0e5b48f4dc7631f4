import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { enter, signIn } from './person.ts';

const position = (page: Page) => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);

async function openFirstRecording(page: Page) {
  await page
    .getByRole('table')
    .locator('tbody')
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /Play recording/ }) })
    .first()
    .getByRole('link')
    .click();
  const drawer = page.getByRole('dialog', { name: 'Call Details' });
  await expect(drawer.getByRole('group', { name: 'Recording' })).toBeVisible();
  return drawer;
}

test('I open a call and hear it; each opening and each listening reaches the server, and nothing else does', async ({
  page,
}) => {
  const opened: string[] = [];
  const played: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (/^\/api\/data\/calls\/(?!exports$)[^/]+$/.test(pathname)) opened.push(pathname);
    if (/\/calls\/[^/]+\/recording$/.test(pathname)) played.push(searchParams.get('renewal') ?? 'new');
  });
  await signIn(page, 'frontdesk', '/scoreboard?tab=all-calls&outcome=opportunity');
  const drawer = await openFirstRecording(page);
  expect(opened).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await openFirstRecording(page);
  expect(opened).toHaveLength(2);
  expect(new Set(opened).size).toBe(1);

  const play = drawer.getByRole('button', { name: 'Play' });
  const asked = page.waitForResponse((response) => /\/calls\/[^/]+\/recording$/.test(response.url()));
  const bytes = page.waitForResponse((response) => response.url().includes('/recordings/'));
  await play.click();
  expect((await asked).status()).toBe(200);
  expect((await bytes).status()).toBe(206);
  await expect.poll(() => position(page)).toBeGreaterThan(0.5);
  await drawer.getByRole('button', { name: 'Pause' }).click();
  await play.click();
  await expect(drawer.getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(played).toEqual(['new']);
  await drawer.getByRole('slider').first().press('End');
  await expect(play).toBeVisible();
  await play.click();
  await expect.poll(() => position(page)).toBeGreaterThan(0.2);
  expect(played).toEqual(['new', 'new']);
});

test('A recording keeps playing when its address expires, as one play; by keyboard I jump within it, slow it down and mute it', async ({
  page,
}) => {
  const asked: (string | null)[] = [];
  await page.route(/\/calls\/[^/]+\/recording(\?|$)/, async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('renewal'));
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { expiresAt: string } };
    answer.data.expiresAt = new Date(0).toISOString();
    await route.fulfill({ response, json: answer });
  });
  await signIn(page, 'frontdesk', '/scoreboard?tab=all-calls&outcome=opportunity');
  const drawer = await openFirstRecording(page);
  await drawer.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => position(page)).toBeGreaterThan(0.5);
  await drawer.getByRole('button', { name: 'Pause' }).click();
  const before = await position(page);
  await drawer.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => position(page)).toBeGreaterThan(before);
  expect(asked).toEqual([null, '1']);
  await drawer.getByRole('button', { name: 'Pause' }).click();

  const seek = drawer.getByRole('slider').first();
  await seek.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(seek).toHaveAttribute('aria-valuenow', '10');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(seek).toHaveAttribute('aria-valuenow', '0');
  await drawer.getByRole('combobox', { name: 'Speed' }).selectOption('0.5');
  await expect.poll(() => page.evaluate(() => document.querySelector('audio')?.playbackRate)).toBe(0.5);
  await drawer.getByRole('button', { name: 'Mute' }).click();
  await expect(drawer.getByRole('button', { name: 'Mute' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => page.evaluate(() => document.querySelector('audio')?.volume)).toBe(0);
  await drawer.getByRole('button', { name: 'Mute' }).click();
  await expect.poll(() => page.evaluate(() => document.querySelector('audio')?.volume)).toBe(1);
});

test('I read what is known of a call, Back brings me to where I was, and to another office it stays closed', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'owner', '/scoreboard?tab=all-calls&outcome=appointment');
  const list = page.url();
  const drawer = await openFirstRecording(page);
  for (const name of [
    'Name',
    'Caller Number',
    'Call Date & Time',
    'Campaign TDW',
    'Patient Type',
    'Answered By',
    'Referral Source',
    'Source Mentioned',
  ]) {
    await expect(drawer.getByText(name, { exact: true }).first()).toBeVisible();
  }
  await expect(drawer.getByRole('heading', { name: 'Scheduled Appointments' })).toBeVisible();
  await expectAccessible(page);
  const link = new URL(page.url()).pathname;
  await page.goBack();
  await expect(drawer).toBeHidden();
  expect(page.url()).toBe(list);

  const stranger = await browser.newPage({ baseURL: baseURL ?? '' });
  await enter(stranger, 'other', link);
  await expect(stranger.getByText(/^Call .* not found$/).first()).toBeVisible();
  await stranger.close();
});
