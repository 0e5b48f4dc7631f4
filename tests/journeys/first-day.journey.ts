import { expect, type Locator, type Page, test } from '@playwright/test';
import { cmyk, PDFDocument } from 'pdf-lib';
import { callRailSignature } from '../../server/features/connectors/callrail/calls.ts';
import { startCallrailServer } from '../support/callrail-server.ts';
import { expectAccessible } from './accessibility.ts';
import { journeysEnvironment, withDatabase } from './own-record.ts';
import { figureOf, newestMessage } from './person.ts';
import { runToEnd, withOwnPortal } from './portal-program.ts';

const password = 'First-Day-2026';
const operator = 'dana@provider.example';
const client = 'ann@mapleton.example';

async function postcard(): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (const color of [cmyk(0.1, 0.1, 0.4, 0), cmyk(0.3, 0.1, 0, 0)])
    document.addPage([9.25 * 72, 6.25 * 72]).drawRectangle({ width: 666, height: 450, color });
  return Buffer.from(await document.save());
}

/** As the program writes it in which the provider plans mailings. */
const area = Buffer.from(
  JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { name: 'Mapleton Bench', geocode: '84664C001', households: 400 },
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [-111.6, 40.1],
              [-111.55, 40.1],
              [-111.55, 40.14],
              [-111.6, 40.14],
              [-111.6, 40.1],
            ],
          ],
        },
      },
    ],
  }),
);

async function choose(page: Page, field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await page.getByRole('option', { name: text }).click();
}

const openSection = async (page: Page, section: string) => {
  await page.getByRole('navigation', { name: 'Provider Desk' }).getByRole('link', { name: section }).click();
  await expect(page.getByRole('heading', { level: 1, name: section })).toBeVisible();
};

async function setPassword(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
}

test('From an empty portal to a client who sees a mailing, scored calls and the map', {
  tag: '@webgl',
}, async ({ page, browser }) => {
  const service = await startCallrailServer([
    {
      id: 'CAL1',
      company_id: 'COM1',
      direction: 'inbound',
      answered: true,
      voicemail: false,
      duration: 184,
      customer_name: 'Jordan Example',
      customer_phone_number: '+13035550177',
      tracking_phone_number: '+13035550150',
      start_time: new Date(Date.now() - 3_600_000).toISOString(),
    },
  ]);
  const visit = async (url: string, folder: string) => {
    const settings = { DATA_DIR: folder, PUBLIC_URL: url };
    const cli = (...words: string[]) => runToEnd('server/cli.ts', settings, ...words);
    await cli('team', 'add', operator, '--name', 'Dana', '--role', 'operator', '--all-accounts');
    await setPassword(page, await cli('setup-link', operator));
    await page.getByRole('button', { name: 'Mail me a code' }).click();
    await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible();
    await page.getByLabel('Code').fill((await newestMessage(page, operator, folder)).code);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Welcome. Begin with your first office.')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'New office' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mapleton Dental');
    await page.getByRole('combobox', { name: 'Industry' }).fill('Dental');
    await page.getByRole('textbox', { name: 'Address' }).fill('12 Main St, Mapleton, UT 84664');
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/Denver/);
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mapleton Dental' })).toBeVisible();

    await openSection(page, 'Mailings');
    await page.getByRole('button', { name: 'New mailing' }).click();
    const order = page.getByRole('dialog', { name: 'New mailing' });
    // the inbox asked for the offices when there was none
    await order.getByRole('combobox', { name: 'Office' }).click();
    await page.getByRole('option', { name: 'Mapleton Dental' }).click();
    await order.getByLabel('Order number').fill('5001');
    await order.getByLabel('Label').fill('Spring postcard');
    await order.getByLabel('Type').selectOption('MVP Mail');
    await order.getByLabel('Quantity').fill('5,000');
    await order.getByRole('button', { name: 'Create' }).click();
    const mailing = page.getByRole('dialog', { name: 'Spring postcard' });
    await expect(mailing.getByLabel('Quantity')).toHaveValue('5000');
    await mailing.getByRole('button', { name: 'Close' }).first().click();

    await openSection(page, 'Offices');
    await page.getByRole('link', { name: 'Mapleton Dental' }).click();
    await page.getByRole('button', { name: 'Add a tracking line' }).click();
    const line = page.getByRole('dialog', { name: 'Add a tracking line' });
    await line.getByLabel('Number').fill('(303) 555-0150');
    await line.getByLabel('Mailing').selectOption('Spring postcard · 5001');
    await line.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('cell', { name: '+1 (303) 555-0150', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Add a member of staff' }).click();
    const staff = page.getByRole('dialog', { name: 'Add a member of staff' });
    await staff.getByLabel('Name').fill('Maria Front');
    await staff.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('cell', { name: 'Maria Front', exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Add from a file' }).click();
    const places = page.getByRole('dialog', { name: 'Add areas or zones from a file' });
    await places
      .getByLabel('GeoJSON file')
      .setInputFiles({ name: 'area.geojson', mimeType: 'application/geo+json', buffer: area });
    await places.getByRole('button', { name: 'Add 1 area' }).click();
    await expect(
      page.getByRole('table', { name: 'Areas and zones' }).getByRole('row', { name: /Mapleton Bench/ }),
    ).toBeVisible();

    await openSection(page, 'People');
    await page.getByRole('button', { name: 'Invite people' }).click();
    const form = page.getByRole('form', { name: 'Invite people' });
    await form.getByRole('textbox', { name: 'People' }).fill(`Ann Owner <${client}>`);
    await choose(page, form.getByRole('combobox', { name: 'Offices' }), 'Mapleton Dental');
    await form.getByLabel(/^Primary contact/).check();
    await form.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect(page.getByText('Invited until')).toBeVisible();
    const ann = await (await browser.newContext()).newPage();
    await setPassword(ann, (await newestMessage(page, client, folder)).link);
    await expect(ann.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
    await expect(ann.getByText('Design being made')).toBeVisible();

    await openSection(page, 'Designs');
    await page.getByRole('link', { name: 'New design' }).click();
    await choose(page, page.getByRole('combobox', { name: 'Office' }), 'Mapleton Dental');
    await page.getByRole('textbox', { name: 'Name' }).fill('Spring postcard');
    await choose(page, page.getByRole('combobox', { name: 'Mailings' }), 'Spring postcard · 5001');
    await page.getByLabel('Format').selectOption('Jumbo postcard 6 × 9');
    await page
      .getByLabel('PDF or pictures')
      .setInputFiles({ name: 'spring.pdf', mimeType: 'application/pdf', buffer: await postcard() });
    await expect(page.getByRole('img', { name: 'Back, as the client will see it' })).toBeVisible();
    await expect(page.getByText(/colors fit Jumbo postcard 6 × 9/)).toBeVisible();
    await page.getByRole('button', { name: 'Send to client' }).click();
    await expect(page.getByText(/Sent .* by Dana to Ann Owner/)).toBeVisible();

    await ann.reload();
    await ann.getByRole('link', { name: /^Review and Approve: Spring postcard/ }).click();
    await ann.getByRole('link', { name: 'Review the design' }).click();
    await ann.getByRole('button', { name: 'Approve design' }).last().click();
    await ann.getByRole('dialog').getByRole('button', { name: 'Approve design' }).click();
    await expect(ann.getByText(/^This design was approved by Ann Owner/)).toBeVisible();
    await page.goto(`${url}/provider/inbox`);
    await expect(page.getByText('Ann Owner approved this design.')).toBeVisible();

    await openSection(page, 'Connections');
    await page.getByRole('button', { name: 'Add connection' }).click();
    const connection = page.getByRole('dialog', { name: 'Add a connection' });
    await connection.getByLabel('For all companies of an agency').uncheck();
    await connection.getByLabel('Name').fill('callrail-mapleton');
    await connection.getByLabel('Account').fill(service.account);
    await connection.getByLabel('Signing secret').first().fill('key-of-mapleton');
    await connection.getByLabel('API key').first().fill(service.key);
    await connection.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'callrail-mapleton' })).toBeVisible();
    const setUp = page.getByRole('region', { name: 'Set up' });
    await expect(setUp).toContainText(`${url}/`);
    const [address = ''] = /https?:\S+events/.exec(await setUp.innerText()) ?? [];
    // the service of this journey is not at its usual address
    await withDatabase(
      ({ pool }) => pool.query('update connections set origin = $1', [service.origin]),
      journeysEnvironment(folder),
    );
    const event = Buffer.from(JSON.stringify({ resource_id: 'CAL1', company_resource_id: 'COM1' }));
    const posted = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        signature: callRailSignature(event, 'key-of-mapleton'),
      },
      body: new Uint8Array(event),
    });
    expect(posted.status).toBe(200);

    await openSection(page, 'Picklists');
    await page.getByLabel('List').selectOption('Pricing answer');
    await expect(page.getByText(/^These are the usual values/)).toBeVisible();
    await expect(page.getByRole('row', { name: /^Gave Exact Price/ })).toBeVisible();

    await expect(async () => {
      await page.goto(`${url}/scoring`);
      await expect(page.getByText('1 call waits.')).toBeVisible({ timeout: 2000 });
    }).toPass();
    await page.getByRole('button', { name: 'Score the next call' }).click();
    await expect(page.getByText(/^Jordan Example ·/)).toBeVisible();
    await expect(page.getByRole('group', { name: 'Answered by, required', exact: true })).toBeFocused();
    for (const key of ['1', '1', '1']) await page.keyboard.press(key);
    await page.keyboard.press('Shift+G');
    const gender = page.getByRole('group', { name: /^Caller gender/ });
    await expect(gender.getByRole('button', { name: /Female/ })).toBeVisible();
    for (const key of ['1', '1', '1', '1', '1', '2', 'Enter']) await page.keyboard.press(key);
    await expect(page.getByRole('heading', { name: 'No call waits' })).toBeVisible();

    await ann.goto(`${url}/scoreboard?range=all`);
    expect(await figureOf(ann, 'Opportunity Calls')).toBe(1);
    await ann.goto(`${url}/maps?range=all`);
    await expect(ann.getByText('Center of its ZIP code')).toBeVisible();
    await expect(ann.getByText('Mapleton Bench').first()).toBeVisible();
    await expectAccessible(ann);
  };
  try {
    await withOwnPortal(visit, { MAILCALL_DEMO: 'off' });
  } finally {
    await service.close();
  }
});
