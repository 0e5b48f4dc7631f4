import { devices, expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessibleAsShown } from './accessibility.ts';
import { importFiles } from './own-record.ts';
import { bringSession, expectNoSidewaysScroll, signIn } from './person.ts';

/** Designs of the demo story; each journey that changes one has its own. */
const asheville = '/accounts/silverwren-asheville/designs/';
const withVersions = `${asheville}avl-campaign-067-design-1`;
const fresh = `${asheville}avl-campaign-069-design-1`;
const sentBack = '/accounts/copper-kite-orthodontics/designs/cko-campaign-061-design-1';
const concepts = '/design-concept-selection?designIds=bou-campaign-063-design-1,bou-campaign-063-design-2';

const conceptA = '/accounts/silverwren-boulder/designs/bou-campaign-063-design-1';

const open = (page: Page, path: string) => signIn(page, 'owner', path, /^(?!Log in)/);

const comments = (page: Page) => page.getByRole('region', { name: 'Comments', exact: true });
const review = (page: Page) => page.getByRole('region', { name: 'Your review' });
const postcard = (page: Page, side: 'front' | 'back' = 'front') =>
  page.getByRole('button', { name: `Pin a comment on the ${side}` });
const commentOf = (page: Page, words: string) =>
  comments(page).getByRole('listitem').filter({ hasText: words });

async function press(face: Locator, x: number, y: number): Promise<void> {
  const box = await face.boundingBox();
  if (!box) throw new Error('The face is not shown.');
  await face.click({ position: { x: box.width * x, y: box.height * y } });
}

async function write(page: Page, words: string): Promise<void> {
  await page.getByLabel('Comment', { exact: true }).fill(words);
  await page.getByRole('button', { name: 'Pin comment' }).click();
  await expect(commentOf(page, words)).toBeVisible();
}

async function placeOf(page: Page, pin: Locator): Promise<{ x: number; y: number }> {
  const [face, own] = await Promise.all([page.locator('[data-face]').boundingBox(), pin.boundingBox()]);
  if (!face || !own) throw new Error('The pin is not shown.');
  return { x: (own.x - face.x) / face.width, y: (own.y + own.height - face.y) / face.height };
}

test('I pin a comment, answer it, and send the design back', async ({ page }) => {
  await open(page, fresh);
  await press(postcard(page), 0.3, 0.6);
  await write(page, 'Please make the number larger.');
  const own = commentOf(page, 'Please make the number larger.');
  await expect(own).toContainText('Draft');

  await own.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Comment', { exact: true }).fill('Please make the number twice as large.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const changed = commentOf(page, 'twice as large');
  await changed.getByRole('button', { name: 'Reply', exact: true }).click();
  await page.getByLabel('Reply', { exact: true }).fill('Or use the second color for it.');
  await changed.getByRole('button', { name: 'Reply', exact: true }).last().click();
  await expect(changed.getByRole('list', { name: 'Replies' })).toContainText('second color');
  await changed.getByRole('button', { name: 'Edit reply' }).click();
  await changed.getByLabel('Reply', { exact: true }).fill('Or use the orange for it.');
  await changed.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(changed.getByRole('list', { name: 'Replies' })).toContainText('orange');

  await page.getByText('Back', { exact: true }).click();
  await press(postcard(page, 'back'), 0.5, 0.5);
  await write(page, 'A thought too many.');
  await commentOf(page, 'A thought too many.').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(commentOf(page, 'A thought too many.')).toHaveCount(0);

  // twice, as people do: the second click does not cancel what the first one opened
  await review(page).getByRole('button', { name: 'Request changes' }).dblclick({ delay: 140 });
  await page.getByRole('dialog').getByRole('button', { name: 'Request changes' }).click();
  await expect(review(page)).toContainText('You asked for changes');
  await expect(commentOf(page, 'twice as large')).toContainText('Pending');
  await expect(commentOf(page, 'twice as large').getByRole('button', { name: 'Edit' })).toHaveCount(0);
});

test('I pin a comment with the keyboard only, and a pin stays at its place, however large the postcard is', async ({
  page,
}) => {
  await open(page, withVersions);
  await expect(postcard(page)).toBeVisible();
  await page.getByRole('button', { name: 'Show the whole face' }).focus();
  await page.keyboard.press('Tab');
  await expect(postcard(page)).toBeFocused();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('40% from the left, 48% from the top')).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Comment', { exact: true })).toBeFocused();
  await page.keyboard.type('Pinned by keys.');
  await page.keyboard.press('Control+Enter');
  await expect(commentOf(page, 'Pinned by keys.')).toBeVisible();
  await expect(postcard(page)).toBeFocused();

  const pin = page.getByRole('button', { name: /^Comment 1 by/ });
  const before = await placeOf(page, pin);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page.getByRole('status', { name: 'Zoom 225 percent' })).toBeVisible();
  const zoomed = await placeOf(page, pin);
  await page.setViewportSize({ width: 700, height: 900 });
  await page.getByRole('button', { name: 'Show the whole face' }).click();
  const small = await placeOf(page, pin);
  for (const place of [zoomed, small]) {
    expect(place.x).toBeCloseTo(before.x, 2);
    expect(place.y).toBeCloseTo(before.y, 2);
  }
});

test('I compare a version with the previous one, reject how a comment was answered, then accept it', async ({
  page,
}) => {
  await open(page, withVersions);
  await test.step('I compare a version with the previous one', async () => {
    const compare = async (way: string) => {
      await page.getByRole('button', { name: /^(Compare|Side by side|Swipe|Difference)$/ }).click();
      await page.getByRole('menuitem', { name: way }).click();
    };
    await compare('Side by side');
    await expect(page.getByRole('img', { name: 'Front of version 2' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Front of version 3' })).toBeVisible();
    await compare('Swipe');
    const share = page.getByRole('slider', { name: /How much of version 2/ });
    await share.press('Home');
    await expect(share).toHaveAttribute('aria-valuenow', '0');
    await share.press('ArrowRight');
    await expect(share).toHaveAttribute('aria-valuenow', '1');
    await compare('Difference');
    await expect(page.getByText('White areas are the same in versions 2 and 3')).toBeVisible();
    await page.goBack();
    await expect(share).toBeVisible();
    await page.getByRole('button', { name: 'Version 3' }).click();
    await page.getByRole('menuitem', { name: /^Version 1/ }).click();
    await expect(page.getByRole('img', { name: /version 1$/ })).toBeVisible();
    await expect(postcard(page)).toHaveCount(0);
    await review(page).getByRole('button').click();
    await expect(page.getByRole('button', { name: 'Version 3' })).toBeVisible();
  });

  const asked = comments(page).getByRole('listitem').filter({ hasText: 'name the suite' });
  await asked.getByRole('button').first().click();
  await expect(page).toHaveURL(/side=back/);
  const released = Promise.withResolvers<void>();
  await page.route('**/review-comments/*/reject', async (route) => {
    const response = await route.fetch();
    await released.promise;
    await route.fulfill({ response });
  });
  await asked.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(asked.getByRole('button', { name: 'Reject', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('button', { name: /, Rejected$/ })).toBeVisible();
  await asked.getByRole('button', { name: 'Accept', exact: true }).click();
  released.resolve();
  await expect(asked.getByRole('button', { name: 'Accept', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('Comments of another reviewer appear immediately, and nothing is lost', async ({ page, browser }) => {
  await open(page, sentBack);
  await expect(postcard(page)).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await open(other, sentBack);
  await press(postcard(page), 0.2, 0.2);
  await page.getByLabel('Comment', { exact: true }).fill('From the first desk.');
  await press(postcard(other), 0.8, 0.8);
  await write(other, 'From the second desk.');
  await expect(commentOf(page, 'From the second desk.')).toBeVisible();
  await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('From the first desk.');
  await page.getByRole('button', { name: 'Pin comment' }).click();
  await expect(commentOf(other, 'From the first desk.')).toBeVisible();
  await expect(commentOf(other, 'From the second desk.')).toBeVisible();
  await other.context().close();
});

test('My unfinished comment stays when a new version comes, and I pin it to the new version if it still fits', async ({
  page,
}) => {
  const account = 'plover-and-pine';
  const design = 'journeys-own-design';
  await page.goto('/login');
  const pictures = { 'front.png': await page.screenshot() };
  const version = (number: 1 | 2) => ({
    id: `${design}-${number}`,
    account_id: account,
    design_id: design,
    version: String(number),
    status: 'InReview',
    created_at: new Date().toISOString(),
    front: 'front.png',
  });
  await importFiles(
    {
      designs: [
        {
          id: design,
          account_id: account,
          name: 'Spring Plumbing',
          next_review: 'CustomerReview',
          current_approval_level: 'Marketing Review',
          marketing_review_version: '1',
        },
      ],
      'design-versions': [version(1)],
    },
    pictures,
  );
  await signIn(page, 'other', `/accounts/${account}/designs/${design}`, /^(?!Log in)/);
  await press(postcard(page), 0.4, 0.4);
  const words = page.getByLabel('Comment', { exact: true });
  await words.fill('The van should be green.');
  // the notice comes, and can go again, while the import still cleans up
  await Promise.all([
    expect(page.getByText('Version 2 is here.')).toBeVisible(),
    importFiles({ 'design-versions': [version(2)] }, pictures),
  ]);
  const pinIt = page.getByRole('button', { name: 'Pin comment' });
  await pinIt.click();
  await expect(page.getByText('Version 2 arrived while you were writing.')).toBeVisible();
  await expect(words).toHaveValue('The van should be green.');
  await pinIt.click();
  await expect(commentOf(page, 'The van should be green.')).toContainText('Draft');
});

test('My change in another window is not overwritten', async ({ page }) => {
  await open(page, withVersions);
  await press(postcard(page), 0.15, 0.85);
  await write(page, 'First words.');
  await commentOf(page, 'First words.').getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Comment', { exact: true }).fill('Words of the first window.');

  const other = await page.context().newPage();
  await other.goto(withVersions);
  await commentOf(other, 'First words.').getByRole('button').first().click();
  await commentOf(other, 'First words.').getByRole('button', { name: 'Edit' }).click();
  const heard = page.waitForResponse((answer) => answer.url().includes('/designs?'));
  await other.getByLabel('Comment', { exact: true }).fill('Words of the second window.');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(commentOf(other, 'Words of the second window.')).toBeVisible();
  await (await heard).finished();

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(comments(page)).toContainText('This comment was changed in another window in the meantime.');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(commentOf(page, 'Words of the second window.')).toBeVisible();
  await commentOf(page, 'Words of the second window.').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(commentOf(page, 'Words of the second window.')).toHaveCount(0);
});

test('I choose a design concept, and approve the campaign with it', async ({ page }) => {
  test.slow();
  await open(page, '/campaigns/bou-campaign-063');
  const mailing = page.getByRole('region', { name: 'Review and Approve' });
  await expect(mailing.getByRole('link', { name: 'Review the design' })).toHaveCount(0);
  const backToMailing = page.getByRole('link', { name: 'Back to Meet Our New Doctor', exact: true });
  for (const path of ['/campaigns/bou-campaign-063/design', conceptA]) {
    await page.goto(path);
    await expect(review(page).getByRole('link', { name: 'Choose a Design' })).toBeVisible();
    await expect(review(page).getByRole('button')).toHaveCount(0);
  }
  await backToMailing.click();
  await mailing.getByRole('link', { name: 'Choose a Design' }).click();
  await expect(page).toHaveURL(`${concepts}&campaignIds=bou-campaign-063`);
  await expect(page.getByRole('heading', { name: 'Choose a design concept.' })).toBeVisible();
  await expect(page.getByText('For Meet Our New Doctor', { exact: true })).toBeVisible();
  await expect(backToMailing).toBeVisible();
  const video = page.getByRole('link', { name: 'Watch the video' });
  await expect(video).toHaveAttribute('href', 'https://provider.example/videos/choose-a-concept');
  await expect(video).toHaveAttribute('target', '_blank');
  await page.getByRole('switch', { name: 'Combine a front and a back' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a design combination.' })).toBeVisible();
  await page.getByRole('group', { name: 'Front' }).getByRole('radio').first().check();
  await expect(page.getByRole('button', { name: 'Choose this combination' })).toBeDisabled();
  await page.getByRole('group', { name: 'Back' }).getByRole('radio').last().check();
  await expect(page.getByRole('button', { name: 'Choose this combination' })).toBeEnabled();
  await page.getByRole('switch', { name: 'Combine a front and a back' }).click();

  await page.getByRole('radio', { name: /Concept B/ }).check();
  await page.getByRole('button', { name: 'Choose this concept' }).click();
  const confirm = page.getByRole('dialog', { name: 'Choose this concept?' });
  await expect(confirm.getByRole('listitem')).toContainText('Concept A');
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/bou-campaign-063-design-2\?from=concepts/);
  await expect(page.getByText('Your choice is saved.')).toBeVisible();
  await expect(page.getByText('Design ready to approve')).toBeVisible();
  await page.goBack();
  await expect(mailing.getByRole('button', { name: 'Approve – goes to print' })).toBeVisible();
  await page.goto(concepts);
  await expect(page).toHaveURL(/\/designs\/bou-campaign-063-design-2/);

  await page.goto('/campaigns/bou-campaign-063/design');
  await review(page).getByRole('button', { name: 'Approve – goes to print' }).click();
  const question = page.getByRole('dialog', { name: /^Approve “.+”\?$/ });
  await expect(question).toContainText('It goes to print');
  await expect(question).toContainText('You have not looked at the back in full size yet.');
  const other = await page.context().newPage();
  await other.goto('/campaigns/bou-campaign-063/design');
  await press(postcard(other), 0.5, 0.5);
  await write(other, 'Wait for the new logo.');
  await expect(question).toContainText(
    'The design changed while you decided: there are comments to submit now.',
  );
  await expect(question.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await expect(question.getByRole('button', { name: 'Close and look again' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(review(page).getByRole('button', { name: 'Request changes' })).toBeVisible();
  await commentOf(other, 'Wait for the new logo.').getByRole('button', { name: 'Delete' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await review(page).getByRole('button', { name: 'Approve – goes to print' }).click();
  await question.getByRole('button', { name: 'Approve – goes to print' }).click();
  await expect(review(page)).toContainText('This design was approved by Dana Whitfield');
  await expect(postcard(page)).toHaveCount(0);
  await page.goto(concepts);
  await expect(
    page.getByText('Concept B is approved already: there is nothing left to choose.'),
  ).toBeVisible();
  await page.getByRole('link', { name: /^Open .*Concept B$/ }).click();
  await review(page).getByRole('link', { name: 'Go to the mailing' }).click();
  await expect(page.getByRole('button', { name: /^Approved by Dana Whitfield on / })).toBeVisible();
  await page.goto(conceptA);
  await expect(review(page)).toContainText('Another concept was chosen: this design is archived.');
});

test('The review says why it does not open, and leads on', async ({ page }) => {
  await bringSession(page, 'owner');
  for (const [what, path, words] of [
    ['no concepts', '/design-concept-selection', 'No design concepts selected.'],
    ['a design that has no stage', `${asheville}avl-campaign-068-design-1`, 'Design status not set.'],
    [
      'a campaign that is not ready',
      '/campaigns/sac-campaign-064/design',
      'This campaign is not ready for review.',
    ],
    [
      'a design that is not there',
      `${asheville}no-such-design`,
      'There was a problem getting the designs. Please try again later.',
    ],
  ] as const)
    await test.step(`Of ${what}`, async () => {
      await page.goto(path);
      await expect(page.getByText(words)).toBeVisible();
    });
  const others = '/campaigns/pnp-campaign-064/design';
  await page.goto(others);
  await expect(page.getByText('It may belong to an account that you cannot see.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${others}$`));
  await page.getByRole('link', { name: 'Go to campaigns' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
});

async function pinch(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const fingers = await page.context().newCDPSession(page);
  const at = (apart: number) => [
    { x: x - apart, y: y - apart / 2, id: 1 },
    { x: x + apart, y: y + apart / 2, id: 2 },
  ];
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(30) });
  for (const apart of [36, 42, 48, 54, 60])
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(apart) });
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await fingers.detach();
}

test.describe('On my phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent: devices['iPhone 13'].userAgent,
  });

  test('I zoom in with two fingers, and what I pin then stays where I put it, on the smallest phone too', async ({
    page,
  }) => {
    await open(page, withVersions);
    await expectNoSidewaysScroll(page);
    const face = page.locator('[data-face]');
    await face.scrollIntoViewIfNeeded();
    const whole = await face.boundingBox();
    if (!whole) throw new Error('The face is not shown.');
    // one of the fingers comes down on a pin, as it easily does on a small screen
    await pinch(page, { x: whole.x + whole.width * 0.4, y: whole.y + whole.height * 0.6 });
    await expect(page.getByRole('status', { name: 'Zoom 200 percent' })).toBeVisible();
    const large = await face.boundingBox();
    if (!large) throw new Error('The face is not shown.');
    expect(large.width).toBeCloseTo(whole.width * 2, 0);
    const place = { x: 0.4, y: 0.7 };
    await page.touchscreen.tap(large.x + large.width * place.x, large.y + large.height * place.y);
    await write(page, 'Pinned after zooming.');
    const pin = page.getByRole('button', { name: /^Comment \d+ by/, pressed: true });
    // where it is once the page is laid out: after a reload the face grows when its picture is there
    const expectInPlace = () =>
      expect
        .poll(async () => {
          const now = await placeOf(page, pin);
          return Math.hypot(now.x - place.x, now.y - place.y);
        })
        .toBeLessThan(0.007);
    await expectInPlace();
    await page.getByRole('button', { name: 'Show the whole face' }).tap();
    await expect(page.getByRole('status', { name: 'Zoom 100 percent' })).toBeVisible();
    await expectInPlace();
    await page.reload();
    await expectInPlace();
    await expectNoSidewaysScroll(page);
    await expectAccessibleAsShown(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    await page.goto(concepts);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});
