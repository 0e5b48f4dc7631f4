import type { Household } from '@mailcall/contract/patient-lists.ts';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible, expectAccessibleAsShown } from './accessibility.ts';
import { OwnOffice } from './own-office.ts';
import { importFiles } from './own-record.ts';
import { expectNoSidewaysScroll, signIn } from './person.ts';

interface DrawnMap {
  queryRenderedFeatures: (options: { layers: string[] }) => { properties: Record<string, unknown> }[];
  getFeatureState: (feature: { source: string; id: string }) => Record<string, unknown>;
  project: (point: [number, number]) => { x: number; y: number };
  getZoom: () => number;
  jumpTo: (view: { zoom: number }) => void;
  once: (event: 'render', listener: () => void) => void;
  triggerRepaint: () => void;
  getCanvas: () => HTMLCanvasElement;
}
type MapElement = HTMLElement & { map: DrawnMap };

const mapOf = (page: Page) => page.getByRole('figure', { name: /^Map of / });

async function drawnMap(page: Page): Promise<Locator> {
  const map = mapOf(page);
  await expect(map).toHaveAttribute('aria-busy', 'false');
  return map;
}

const drawn = (page: Page, layer: string, property: string): Promise<string[]> =>
  mapOf(page)
    .locator('.maplibregl-map')
    .evaluate(
      (element, [name, key]) => {
        const features = (element as MapElement).map.queryRenderedFeatures({ layers: [name] });
        return [...new Set(features.map(({ properties }) => String(properties[key])))].toSorted();
      },
      [layer, property] as const,
    );

const zoneState = (page: Page, id: string) =>
  mapOf(page)
    .locator('.maplibregl-map')
    .evaluate(
      (element, key) => (element as MapElement).map.getFeatureState({ source: 'shapes', id: key }),
      id,
    );

const shadedPixels = (page: Page): Promise<number[]> =>
  mapOf(page).evaluate(async (figure) => {
    const { map } = figure.querySelector('.maplibregl-map') as MapElement;
    const shades = [...figure.querySelectorAll<HTMLElement>('section[aria-label="Legend"] li > span')];
    const colors = shades.map(({ style }) => (style.backgroundColor.match(/\d+/g) ?? []).map(Number));
    const pixels = await new Promise<Uint8Array>((resolve) => {
      // the pixels can be read until the browser has displayed the frame
      map.once('render', () => {
        const gl = map.getCanvas().getContext('webgl2') as WebGL2RenderingContext;
        const read = new Uint8Array(gl.drawingBufferWidth * gl.drawingBufferHeight * 4);
        gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, read);
        resolve(read);
      });
      map.triggerRepaint();
    });
    const counts = colors.map(() => 0);
    for (let at = 0; at < pixels.length; at += 4) {
      const shade = colors.findIndex((color) =>
        color.every((part, index) => Math.abs(part - (pixels[at + index] ?? 0)) <= 1),
      );
      if (shade >= 0) counts[shade] = (counts[shade] ?? 0) + 1;
    }
    return counts;
  });

const zones = [
  'zone:avl-area-mvp-zone-1',
  'zone:avl-area-mvp-zone-2',
  'zone:avl-area-mvp-zone-3',
  'zone:avl-area-mvp-zone-4',
];
const [, hawCreek = ''] = zones;

test('I see where my mailings go and what they brought, on the map and in its tables', {
  tag: '@webgl',
}, async ({ page }) => {
  // the CPU paints the map after each of many steps
  test.slow();
  await signIn(page, 'frontdesk', '/maps?range=all', 'Map IQ');
  const map = await drawnMap(page);
  const panel = page.getByRole('region', { name: 'What the map shows' });
  expect(await drawn(page, 'shapes', 'shape')).toEqual(zones);
  expect(await drawn(page, 'offices', 'id')).toEqual(['silverwren-asheville']);

  await panel.getByRole('checkbox', { name: 'Show Haw Creek' }).uncheck();
  const area = panel.getByRole('checkbox', { name: 'Show Asheville Households' });
  await expect(area).toHaveJSProperty('indeterminate', true);
  await expect.poll(() => drawn(page, 'shapes', 'shape')).toEqual(zones.filter((zone) => zone !== hawCreek));
  await area.check();
  await expect.poll(() => drawn(page, 'shapes', 'shape')).toEqual(zones);
  await panel.getByRole('button', { name: 'Marker of Silverwren Dental Asheville' }).click();
  await expect.poll(() => drawn(page, 'offices', 'id')).toEqual([]);
  await panel.getByRole('checkbox', { name: 'Show office locations' }).check();

  await page.getByRole('tab', { name: /^Zones/ }).click();
  const table = page.getByRole('table', { name: 'Mailing zones' });
  const row = table.getByRole('row', { name: /^Haw Creek/ });
  await row.getByRole('button', { name: 'Haw Creek' }).focus();
  await expect.poll(() => zoneState(page, hawCreek)).toMatchObject({ marked: true });
  await page.keyboard.press('Enter');
  const box = map.getByRole('region', { name: 'Haw Creek' });
  await expect(box.getByRole('heading', { name: 'Haw Creek' })).toBeFocused();
  await expect(box).toContainText(/Leads\d+Appointments\d+Conversion rate\d+%.*Mailings7/);
  await expect(row).toHaveAttribute('aria-current', 'true');
  // it moves into the map as soon as its content has given it its size
  await expect
    .poll(async () => {
      const [inner, outer] = [await box.boundingBox(), await map.boundingBox()];
      if (!inner || !outer) return false;
      return inner.x >= outer.x && inner.y + inner.height <= outer.y + outer.height;
    })
    .toBe(true);
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: 'Haw Creek' })).toBeFocused();
  await table.getByRole('button', { name: 'Leads', exact: true }).click();
  const leads = await table.locator('td[data-title="Leads"]').allTextContents();
  expect(leads.map(Number)).toEqual(leads.map(Number).toSorted((one, other) => one - other));

  await panel.getByText('Leads', { exact: true }).click();
  await expect(map.getByRole('region', { name: 'Legend' })).toContainText('Leads per 1,000 pieces');
  await expect(row.locator('td[data-title="Leads per 1,000"]')).toHaveText(/^\d+\.\d$/);
  // the area of the new movers is larger than the zones; they keep the colors of the legend
  const largeShades = (counts: readonly number[]) =>
    counts.flatMap((count, shade) => (count > 5000 ? [shade] : []));
  await drawnMap(page);
  await expect.poll(async () => largeShades(await shadedPixels(page)).length).toBeGreaterThan(1);
  const alone = largeShades(await shadedPixels(page));
  await panel.getByRole('checkbox', { name: 'Show Asheville New Movers' }).check();
  await expect.poll(() => drawn(page, 'shapes', 'shape')).toContain('area:avl-area-movers');
  await drawnMap(page);
  expect(largeShades(await shadedPixels(page))).toEqual(expect.arrayContaining(alone));

  await mapOf(page)
    .locator('.maplibregl-map')
    .evaluate((element) => (element as MapElement).map.jumpTo({ zoom: 4 }));
  await row.getByRole('button', { name: 'Haw Creek' }).press('Enter');
  await expect(box).toContainText(
    /All timeLeads\d+.*Mailings in the selected datesLeads per 1,000 pieces\d+\.\d/,
  );
  await expect
    .poll(() =>
      mapOf(page)
        .locator('.maplibregl-map')
        .evaluate((element) => (element as MapElement).map.getZoom()),
    )
    .toBeGreaterThan(8);
  await page.keyboard.press('Escape');
  await page.reload();
  await drawnMap(page);
  await expect(map.getByRole('region', { name: 'Legend' })).toBeVisible();
  await row.click();
  await expect(box).toBeVisible();
  await expectAccessible(page);
  await box.getByRole('link', { name: 'View the calls of these mailings' }).click();
  await expect(page.getByRole('button', { name: /^Mailings 7 selected/ })).toBeVisible();
  await expect(page.getByRole('table', { name: /calls/i }).getByRole('row').nth(1)).toBeVisible();
});

test('I recolor a zone, and a color that could not be saved is put back', { tag: '@webgl' }, async ({
  page,
}) => {
  await signIn(page, 'frontdesk', '/maps?range=all&table=zones&open=zone:avl-area-mvp-zone-2', 'Map IQ');
  const map = await drawnMap(page);
  const box = map.getByRole('region', { name: 'Haw Creek' });
  const swatch = box.getByRole('button', { name: 'Color of Haw Creek' });
  const color = swatch.locator('span');
  const before = await color.evaluate((element) => element.style.backgroundColor);
  const choose = async (name: string) => {
    await swatch.click();
    await page.getByRole('button', { name, exact: true }).hover();
    await expect
      .poll(() => zoneState(page, hawCreek))
      .toMatchObject({ fill: expect.stringMatching(/^#/) as unknown });
    await page.getByRole('button', { name, exact: true }).click();
  };
  const address = '**/api/maps/mailing-zones/*/color';
  await swatch.click();
  const palette = page.getByRole('dialog', { name: 'Color of Haw Creek' });
  await expect(palette).toBeVisible();
  await expect(palette.locator('[aria-pressed="true"]')).toBeFocused();
  await expect(color).toHaveCSS('background-color', before);
  await expectAccessibleAsShown(page);
  await page.keyboard.press('Escape');
  await page.route(address, (route) =>
    route.fulfill({ status: 500, json: { status: 'error', message: 'No', data: null } }),
  );
  await Promise.all([page.waitForResponse(address), choose('Violet')]);
  await expect(color).toHaveCSS('background-color', before);
  await expect.poll(() => zoneState(page, hawCreek)).toMatchObject({ fill: null });
  await page.unroute(address);
  await Promise.all([page.waitForResponse(address), choose('Teal')]);
  await page.reload();
  await drawnMap(page);
  await expect(color).toHaveCSS('background-color', 'rgb(11, 114, 133)');
});

test('my map opens on the ZIP code of my office, and says what it lacks', { tag: '@webgl' }, async ({
  page,
}) => {
  const office = await OwnOffice.open([], { address: '12 Main St, Boulder, CO 80302-1234' });
  await office.enter(page, '/maps?table=offices', 'Map IQ');
  await drawnMap(page);
  await expect.poll(() => drawn(page, 'offices', 'id')).toEqual([office.id]);
  const offices = page.getByRole('list', { name: 'Offices' });
  await expect(offices).toContainText('Center of its ZIP code');
  await expect(page.getByRole('row', { name: /Quill Dental/ })).toContainText('Center of its ZIP code');
  await offices.getByRole('button', { name: /^Quill Dental/ }).click();
  await expect(page.getByText('Shown at the center of its ZIP code: it has no coordinates.')).toBeVisible();
  await expectAccessible(page);

  await importFiles({
    accounts: [{ id: office.id, name: 'Quill Dental', address: '12 Main St, Boulder, CO' }],
  });
  await page.goto('/maps?table=offices');
  const empty = (await drawnMap(page)).getByRole('status').filter({ hasText: 'Nothing is on this map yet' });
  await expect(empty).toContainText('The office has no coordinates and no known ZIP code.');
  await expect(empty).toContainText('There is no mailing area with carrier routes.');
  await expect(page.getByText('1 office is not on the map')).toBeVisible();
  await expect(page.getByRole('row', { name: /Quill Dental/ })).toContainText('Not on the map');
  await expectAccessible(page);
});

test.describe('on a phone, in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true, isMobile: true });

  test('I see my households on the map when the provider turns it on', { tag: '@webgl' }, async ({
    page,
  }) => {
    await signIn(page, 'frontdesk', '/maps?range=all', 'Map IQ');
    await expect(page.getByText('Map IQ is not available on phones.')).toBeVisible();
    await page.route('**/web-config.json', async (route) => {
      const answer = await route.fetch();
      const config = (await answer.json()) as { provider: Record<string, unknown> };
      await route.fulfill({ json: { ...config, provider: { ...config.provider, mapsOnPhones: true } } });
    });
    // the lists are audited some time after the portal has started
    await expect(async () => {
      await page.reload();
      await expect(page.getByText(/^Strong matches [1-9]/)).toBeVisible({ timeout: 10_000 });
    }).toPass({ timeout: 180_000 });
    const audit = page.getByLabel('Audit of Active Patients');
    await expect(audit).toContainText(/Cost \$[\d,]+/);
    await expect(audit).toContainText(/Return from matches, for each dollar\s*\$\d+\.\d\d/);
    const map = await drawnMap(page);
    expect(await drawn(page, 'shapes', 'shape')).toEqual(zones);
    const button = await map.getByRole('button', { name: 'Zoom in' }).boundingBox();
    expect(Math.min(button?.width ?? 0, button?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await expectNoSidewaysScroll(page);

    const [answer] = await Promise.all([
      page.waitForResponse(/\/patient-lists\/[^/]+\/households/),
      page.getByRole('button', { name: 'Show Active Patients on the map' }).click(),
    ]);
    const { data } = (await answer.json()) as { data: { records: Household[] } };
    const recorded = data.records.filter(
      (household) =>
        household.class === 'strong' && household.matches.some(({ callAudioUrl }) => callAudioUrl !== null),
    );
    await page.getByRole('tab', { name: /^Households/ }).click();
    const rows = page.locator('[data-row^="household:"]');
    await expect(page.getByRole('row').filter({ has: rows }).first()).toContainText('Strong match');
    const ids = await rows.evaluateAll((found) => found.map((row) => row.getAttribute('data-row') ?? ''));
    const withRecording = ids.findIndex((id) =>
      recorded.some((household) => id.endsWith(`/${household.id}`)),
    );
    await rows.nth(withRecording).press('Enter');
    const box = map.getByRole('region').filter({ hasText: 'Strong match' });
    await expect(box.getByRole('heading')).toBeFocused();
    await expect(box.getByRole('list', { name: 'What happened when' }).first()).toContainText('delivered');
    await box.getByRole('button', { name: 'Play the call' }).first().click();
    await expect(box.getByRole('group', { name: 'Recording' })).toBeVisible();
    expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await expect.poll(() => drawn(page, 'households', 'match')).toContain('strong');
    await expectNoSidewaysScroll(page);
  });
});
