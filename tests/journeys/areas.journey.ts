import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { signInAs } from './own-person.ts';
import { importFiles } from './own-record.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';

const square = (west: number, south: number) => [
  [
    [west, south],
    [west + 0.02, south],
    [west + 0.02, south + 0.02],
    [west, south + 0.02],
    [west, south],
  ],
];
const feature = (properties: object, west: number) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates: square(west, 39.73) },
});
const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });

async function addOffice(): Promise<ScoringOffice> {
  const office = await ScoringOffice.open();
  const { id } = office;
  const routes = collection(
    feature({ geocode: '80203C001', households: 400 }, -104.99),
    feature({ geocode: '80203C002', households: 350 }, -104.97),
    feature({ geocode: '80203C003', households: 300 }, -104.95),
  );
  await importFiles({
    accounts: [{ id, name: 'Quill Dental', address: '12 Main St, Denver, CO 80203' }],
    geodata: [{ id: `${id}-shape`, account_id: id, shape: routes.replaceAll('"', '""') }],
    campaigns: [
      {
        id: `${id}-spring`,
        account_id: id,
        name: '4711',
        friendly_name: 'Spring card',
        campaign_type: 'MVP Mail',
        status: 'delivered',
        delivery_week: '2026-01-12',
      },
    ],
  });
  return office;
}

async function openOffice(page: Page, office: ScoringOffice): Promise<void> {
  await enterAsMember(page, await office.addMember('Ava', 'account-manager'), 'Inbox');
  await page
    .getByRole('navigation', { name: 'Provider Desk' })
    .getByRole('link', { name: 'Offices' })
    .press('Enter');
  await page.getByRole('link', { name: 'Quill Dental' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Areas and Zones' })).toBeVisible();
}

interface DrawnMap {
  map: { project: (point: [number, number]) => { x: number; y: number } };
}

test('I draw where an office’s mailings go', async ({ page, browser }) => {
  const office = await addOffice();
  const email = await office.addPerson('Olga');
  await openOffice(page, office);
  await page.getByRole('button', { name: 'Choose carrier routes' }).press('Enter');
  const choice = page.getByRole('dialog', { name: 'Choose carrier routes' });
  await choice.getByRole('textbox', { name: 'Name' }).fill('Denver');
  await choice.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await expect(choice.getByText('Choose a carrier route.')).toBeVisible();
  await choice.getByRole('checkbox', { name: '80203C001' }).press('Space');
  await choice.getByRole('textbox', { name: 'Find carrier routes' }).fill('c002');
  await choice.getByRole('checkbox', { name: '80203C002' }).press('Space');
  await expect(choice.getByText('2 carrier routes, 750 addresses')).toBeVisible();
  const map = choice.getByRole('figure');
  await expect(map).toHaveAttribute('aria-busy', 'false');
  const at = await map.locator('.maplibregl-map').evaluate((element) => {
    const { x, y } = (element as unknown as DrawnMap).map.project([-104.94, 39.74]);
    return { x, y };
  });
  await map.locator('canvas').click({ position: at });
  await expect(choice.getByText('3 carrier routes, 1,050 addresses')).toBeVisible();
  await expectAccessible(page);
  await choice.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await expect(
    page.getByRole('table', { name: 'Areas and zones' }).getByRole('row', { name: /Denver 3 1,050/ }),
  ).toBeVisible();

  const client = await browser.newPage();
  await signInAs(client, email, 'Own-Scorer-2026');
  await client.getByRole('link', { name: 'Map IQ' }).click();
  await expect(client.getByText('Denver', { exact: true }).first()).toBeVisible();
  await client.close();
});

test('I bring an office’s zones from a file and send a mailing to one', async ({ page }) => {
  const office = await addOffice();
  await importFiles({
    'mailing-areas': [{ id: `${office.id}-area`, account_id: office.id, name: 'Denver' }],
  });
  await openOffice(page, office);
  const places = page.getByRole('table', { name: 'Areas and zones' });
  await page.getByRole('button', { name: 'Add from a file' }).press('Enter');
  const dropped = page.getByRole('dialog', { name: 'Add areas or zones from a file' });
  await dropped.getByLabel('GeoJSON file').setInputFiles({
    name: 'zones.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(
      collection(
        feature({ name: 'Capitol Hill', geocode: '80203C001', households: 400 }, -104.99),
        feature({ name: 'Cheesman', geocode: '80203C002', households: 350 }, -104.97),
        { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [-104.9, 39.7] } },
      ),
    ),
  });
  await expect(dropped.getByText('Feature 3 of 3 is left out')).toBeVisible();
  await dropped.getByRole('combobox', { name: 'Add as' }).selectOption('Zones of Denver');
  await expectAccessible(page);
  await dropped.getByRole('button', { name: 'Add 2 zones' }).press('Enter');
  await expect(places.getByRole('row', { name: /Cheesman/ })).toBeVisible();

  await page.getByRole('button', { name: 'Edit: Capitol Hill' }).press('Enter');
  const zone = page.getByRole('dialog', { name: 'Change a zone' });
  await zone.getByRole('textbox', { name: 'Name' }).fill('The Hill');
  await zone.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('button', { name: 'Mailings: The Hill' }).press('Enter');
  const mailings = page.getByRole('dialog', { name: 'Mailings to The Hill' });
  await mailings.getByRole('combobox').selectOption('Spring card · 4711');
  await mailings.getByRole('button', { name: 'Send here' }).press('Enter');
  await expect(mailings.getByRole('button', { name: 'Take out: Spring card · 4711' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(places.getByRole('row', { name: /The Hill 1 400 Spring card · 4711/ })).toBeVisible();
  await expectAccessible(page);
});
