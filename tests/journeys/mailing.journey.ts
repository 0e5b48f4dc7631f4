import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectAccessibleAsShown } from './accessibility.ts';
import { cardsOf, openMailing, orderOf, settled } from './mailing-cards.ts';
import { expectLoaded, expectNoSidewaysScroll, numberIn, signIn } from './person.ts';

test('I give a mailing a name of our own, and take it back', async ({ page }) => {
  await signIn(page, 'frontdesk', '/campaigns');
  await expect(cardsOf(page, 'Delivered').first()).toBeVisible();
  await settled(page);
  const card = cardsOf(page, 'Delivered').last();
  const label = (await card.getByRole('heading', { level: 3 }).textContent()) ?? '';
  const order = await orderOf(card);
  const named = cardsOf(page, 'Delivered').filter({ hasText: 'Summer whitening' });
  await card.getByRole('button', { name: `Rename ${label}` }).click();
  await page.keyboard.type('Thrown away');
  await page.keyboard.press('Escape');
  await expect(card.getByRole('heading', { level: 3 })).toHaveText(label);
  await expect(card.getByRole('button', { name: `Rename ${label}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Summer whitening');
  await page.keyboard.press('Enter');
  await expect(named).toContainText(`Order ${order}`);
  await expect(named).toContainText(label);
  await openMailing(named);
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Rename Summer whitening' }).click();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('heading', { name: label })).toBeVisible();
  await drawer.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(named).toHaveCount(0);
});

async function goThroughCalls(page: Page): Promise<void> {
  await openMailing(cardsOf(page, 'Delivered').first());
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: 'Calls' }).click();
  const table = drawer.getByRole('table');
  const rows = table.locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(9);
  await expectAccessible(page);
  const date = table.getByRole('columnheader', { name: 'Date' });
  await expect(date).toHaveAttribute('aria-sort', 'descending');
  await date.getByRole('button').click();
  await expect(date).toHaveAttribute('aria-sort', 'ascending');
  const viewAll = drawer.getByRole('button', { name: /^View All/ });
  const total = numberIn((await viewAll.textContent())?.replace('View All,', '') ?? null);
  expect(total).toBeGreaterThan(10);
  await viewAll.click();
  const shown = Math.min(total, 50);
  await expect(drawer.getByRole('navigation', { name: 'Pages' })).toContainText(
    `1 – ${shown} of ${total.toLocaleString('en-US')}`,
  );
  await expect(rows).toHaveCount(shown);
  await expect(drawer.getByRole('button', { name: /^View All/ })).toHaveCount(0);
  await rows.nth(1).click();
  await expect(drawer.getByRole('heading', { name: 'Scheduled Appointments' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Go back to the calls' }).click();
  await expect(rows).toHaveCount(shown);
  await expect(rows.nth(1).getByRole('button').first()).toBeFocused();
  // a page that was opened with the call has not asked for the calls before
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('heading', { name: 'Scheduled Appointments' })).toBeVisible();
  await page.reload();
  await drawer.getByRole('button', { name: 'Go back to the calls' }).click();
  await expect(rows.nth(1).getByRole('button').first()).toBeFocused();
  await drawer.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL(/\/campaigns\?/);
  expect(page.url()).not.toContain('call');
  await expect(page.getByRole('link', { name: /View Performance/ }).first()).toBeFocused();
}

test('I see how a mailing does beside the last ones, hear its best call, and open the calls of a week', async ({
  page,
}) => {
  await signIn(page, 'owner', '/campaigns?sort=leadsCount&dir=desc');
  await expect(cardsOf(page, 'In production').first()).toBeVisible();
  await expectLoaded(page);
  await expectAccessible(page);
  await openMailing(cardsOf(page, 'Delivered').filter({ hasText: 'MVP Mail' }).first());
  const drawer = page.getByRole('dialog').filter({ hasText: 'Mailing Status' });
  const results = drawer.getByRole('tabpanel', { name: 'Results' });
  const chart = results.getByRole('listbox');
  const sentence =
    /^([\d,]+) calls in the first 8 weeks\. Usual by then: [\d.]+, the median of the last 5 MVP Mail mailings before it\.$/;
  await expect(results.getByText(sentence)).toBeVisible();
  await expect(chart.getByRole('option')).toHaveCount(56);
  await expectLoaded(page);
  await expectAccessible(page);
  await results.getByText('Total so far', { exact: true }).click();
  await expect(chart.getByRole('option')).toHaveCount(8);
  await chart.focus();
  await page.keyboard.press('End');
  const total = sentence.exec((await results.getByText(sentence).textContent()) ?? '')?.[1] ?? '';
  const bar = chart.getByRole('option', { selected: true });
  await expect(bar).toHaveAccessibleName(
    new RegExp(`^Up to .+, week 8: ${total} calls: .+, Usual, the median`),
  );
  await results.getByText('Week', { exact: true }).click();
  await chart.focus();
  await page.keyboard.press('Home');
  const [, calls = ''] =
    /^Week 1, .+: ([\d,]+) calls?: /.exec((await bar.getAttribute('aria-label')) ?? '') ?? [];
  await page.keyboard.press('Enter');
  const listed = drawer.getByText(/^All calls of this mailing on these days/);
  await expect(listed).toBeVisible();
  const rows = drawer.getByRole('table').locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(Math.min(9, Number(calls)));
  await page.goBack();
  await results.getByText('Table', { exact: true }).click();
  await expect(
    results
      .getByRole('row', { name: /^Week 1, / })
      .getByRole('cell')
      .first(),
  ).toHaveText(calls);
  await expectAccessible(page, '[role="tabpanel"]');
  await results.getByRole('button', { name: 'How is this counted? Calls since delivery' }).press('Enter');
  const about = page.getByRole('dialog', { name: 'How is this counted? Calls since delivery' });
  await expect(about.getByRole('button', { name: /^[\d,]+ calls: view / })).toHaveCount(5);
  await page.keyboard.press('Escape');
  const best = results.getByRole('region', { name: 'Best call to listen to' });
  await expect(best).toContainText('Booked an appointment');
  await best.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(best.getByRole('button', { name: 'Pause' })).toBeVisible();
  await best.getByRole('button', { name: 'View call details' }).press('Enter');
  await expect(drawer.getByRole('heading', { name: 'Scheduled Appointments' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL(/\/campaigns\?[^#]*sort=leadsCount/);

  await test.step('I go through its calls, all of them and one by one', () => goThroughCalls(page));
});

test('A double click opens a mailing and leaves it open; I view its faces in full screen, and the zone it was sent to', async ({
  page,
}) => {
  await signIn(page, 'frontdesk', '/campaigns');
  await settled(page);
  const drawer = page.getByRole('dialog').filter({ hasText: 'Mailing Status' });
  const link = cardsOf(page, 'Delivered').first().getByRole('link');
  await link.scrollIntoViewIfNeeded();
  const box = await link.boundingBox();
  if (!box) throw new Error('The mailing is not shown.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(drawer).toBeVisible();
  // the second click lands where the card was: outside the drawer
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await drawer.getByRole('tab', { name: 'Details' }).click();
  await drawer.getByRole('tab', { name: 'Design' }).click();
  await expect(page).toHaveURL(/\/campaigns\/.+panel=design/);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(drawer).toBeHidden();

  await openMailing(cardsOf(page, 'Delivered').filter({ hasText: 'MVP Mail' }).first());
  await drawer.getByRole('tab', { name: 'Design' }).click();
  await drawer.getByRole('button', { name: 'View the front in full screen' }).click();
  const preview = page.getByRole('dialog').filter({ hasText: 'For design changes, write to' });
  await expect(preview.getByRole('link', { name: 'support@mailcall.example' })).toBeVisible();
  const loaded = (name: RegExp) =>
    expect
      .poll(() =>
        preview.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(600);
  await loaded(/^Front of/);
  await preview.getByText('Back', { exact: true }).click();
  await loaded(/^Back of/);
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await expect(drawer).toBeVisible();
  await drawer.getByRole('tab', { name: 'Map' }).click();
  await expect(drawer.getByRole('table', { name: 'Zone' })).toContainText('Carrier Routes');
});

test('A face that cannot be loaded is greyed and opens nothing', async ({ page }) => {
  await page.route('**/api/data/images/*.thumbnail.*', (route) => route.abort());
  await signIn(page, 'frontdesk', '/campaigns');
  await openMailing(cardsOf(page, 'Delivered').first());
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: 'Design' }).click();
  await expect(
    drawer.getByRole('img', { name: /^Front of .*: this image could not be loaded$/ }),
  ).toHaveCount(2);
  await expect(
    drawer.getByRole('img', { name: /^Back of .*: this image could not be loaded$/ }),
  ).toBeVisible();
  await expect(drawer.getByRole('button', { name: /in full screen/ })).toHaveCount(0);
});

test('A link to a mailing opens it with its audit, and closing it shows the campaigns', async ({ page }) => {
  await signIn(page, 'owner', '/campaigns');
  const audited = cardsOf(page, 'Delivered').filter({ hasText: / new patients? · / });
  const link = await audited.first().getByRole('link').getAttribute('href');
  await page.goto(link ?? '');
  const drawer = page.getByRole('dialog').filter({ hasText: 'Mailing Status' });
  await drawer.getByRole('tab', { name: 'Details' }).click();
  await expect(drawer.getByRole('table', { name: 'Details' })).toContainText('Shipment Date');
  await expect(drawer.getByRole('row', { name: /^Last Audit/ })).toContainText(
    /(From your patient lists|By .+)$/,
  );
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'How is this counted? Matched Top Patients' }).press('Enter');
  const about = page.getByRole('dialog', { name: 'How is this counted? Matched Top Patients' });
  await expect(about).toContainText('top fifth of their list by production');
  await page.keyboard.press('Escape');
  await expect(about).toBeHidden();
  await drawer.getByRole('tab', { name: 'Design' }).click();
  await drawer.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL(/\/campaigns\?/);
  await page.goto('/campaigns/nobody-knows-this');
  await expect(page.getByText('No mailing found')).toBeVisible();
});

test.describe('On two sizes of phone', () => {
  const widths = [390, 320];
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('I look at a mailing and its calls', async ({ page }) => {
    const drawer = page.getByRole('dialog');
    const expectToFit = async () => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 2 * width });
        await expectNoSidewaysScroll(page);
      }
    };
    await signIn(page, 'frontdesk', '/campaigns?sort=leadsCount&dir=desc');
    await settled(page);
    await expectToFit();
    await cardsOf(page, 'Delivered').filter({ hasText: 'MVP Mail' }).first().getByRole('link').tap();
    await expect(drawer.getByRole('tabpanel').getByRole('listbox').getByRole('option')).toHaveCount(8);
    await expectToFit();
    await expectLoaded(page);
    await expectAccessibleAsShown(page);
    await drawer.getByRole('tab', { name: 'Details' }).tap();
    await expect(drawer.getByRole('table', { name: 'Details' })).toBeVisible();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 2 * width });
      await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(width);
    }
    await expectToFit();
    await drawer.getByRole('tab', { name: 'Calls' }).tap();
    await expect(drawer.getByRole('listitem').nth(8)).toBeVisible();
    await expectToFit();
    await expectAccessibleAsShown(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
  });
});

test('I see where my postcards are, as a chart and as a table, with the keyboard', async ({ page }) => {
  await signIn(page, 'owner', '/campaigns');
  const production = page.getByRole('region', { name: 'In production', exact: true });
  await production.getByRole('button', { name: /^Show all/ }).click();
  const card = cardsOf(page, 'In production').filter({ hasText: 'Arriving now' }).first();
  await expect(card).toContainText(/[\d,]+ of [\d,]+ delivered \(estimated\)/);
  await openMailing(card);
  const where = page.getByRole('dialog').getByRole('region', { name: /^Where the mail is/ });
  await expect(where).toContainText(/[\d,]+ of [\d,]+ delivered \(estimated\), [\d,]+ not seen yet/);
  await expect(where).toContainText('by the post’s scans of the barcodes');
  await where.getByRole('listbox').focus();
  await page.keyboard.press('End');
  const last = where.getByRole('option', { selected: true });
  await expect(last).toHaveAccessibleName(/: Delivered [\d,]+, Near [\d,]+, In the mail so far [\d,]+$/);
  await where.getByText('Table', { exact: true }).click();
  await expect(where.getByRole('row').nth(1).getByRole('cell')).toHaveCount(4);
  await expectNoSidewaysScroll(page);

  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await openMailing(cardsOf(page, 'In production').filter({ hasText: 'Printed' }).first());
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Mailing Status' })).toBeVisible();
  await expect(where).toHaveCount(0);
});
