import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessibleAsShown } from './accessibility.ts';
import { expectNoSidewaysScroll, signIn } from './person.ts';

async function openMap(page: Page): Promise<Locator> {
  const card = page.getByRole('article').filter({ hasText: 'MVP Mail' }).first();
  await card.getByRole('link', { name: /View Performance|View Details|Review and Approve/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: 'Map' }).click();
  const map = drawer.getByRole('figure', { name: /^Mailing area of / });
  await drawer.getByRole('tabpanel', { name: 'Map' }).scrollIntoViewIfNeeded();
  await expect(map).toHaveAttribute('aria-busy', 'false');
  return map;
}

/** Colored share of a picture, 0 to 1: the base map is gray, shapes on it are not. */
async function colouredShare(page: Page, part: Locator): Promise<number> {
  const picture = (await part.screenshot()).toString('base64');
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const drawing = canvas.getContext('2d');
    drawing?.drawImage(image, 0, 0);
    const { data = new Uint8ClampedArray() } = drawing?.getImageData(0, 0, image.width, image.height) ?? {};
    let coloured = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 40) coloured += 1;
    }
    return coloured / (data.length / 4);
  }, picture);
}

test('I see where a mailing goes, move the map by keys, and read it as a table', { tag: '@webgl' }, async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  await signIn(page, 'frontdesk', '/campaigns');
  const map = await openMap(page);
  await expect(map.getByRole('img', { name: 'Silverwren Dental Asheville' })).toBeVisible();
  expect(await colouredShare(page, map)).toBeGreaterThan(0.05);
  await expectAccessibleAsShown(page);

  const scale = map.locator('.maplibregl-ctrl-scale');
  const whole = await scale.textContent();
  await map.getByRole('region', { name: /^Map of / }).focus();
  await page.keyboard.press('-');
  await expect(scale).not.toHaveText(whole ?? '');
  await map.getByRole('button', { name: 'Show everything' }).click();
  await expect(scale).toHaveText(whole ?? '');

  const drawer = page.getByRole('dialog');
  const [pieces] = /[\d,]+(?= pieces)/.exec((await drawer.textContent()) ?? '') ?? [];
  const zone = drawer.getByRole('table', { name: 'Zone', exact: true });
  await expect(zone.getByRole('row', { name: `Pieces ${pieces}`, exact: true })).toBeVisible();
  await drawer.getByRole('radiogroup', { name: 'Show as' }).getByText('Table').click();
  const table = drawer.getByRole('table', { name: /^Map of / });
  await expect(table.getByRole('row').nth(1)).toContainText(
    /28801C\d{3}.*\d\.\d miles? (north|east|south|west)/,
  );
  expect(complaints).toEqual([]);
  expect([...asked].filter((origin) => origin.startsWith('http'))).toEqual([new URL(page.url()).origin]);
});

test.describe('on a phone, in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true, isMobile: true });

  test('I see where a mailing goes', { tag: '@webgl' }, async ({ page }) => {
    await signIn(page, 'frontdesk', '/campaigns');
    const map = await openMap(page);
    expect(await colouredShare(page, map)).toBeGreaterThan(0.05);
    const button = await map.getByRole('button', { name: 'Zoom in' }).boundingBox();
    expect(Math.min(button?.width ?? 0, button?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await expectNoSidewaysScroll(page);
    await expectAccessibleAsShown(page);
  });
});
