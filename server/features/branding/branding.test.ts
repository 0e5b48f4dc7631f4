import { openUnsubscribeLink } from '@mailcall/contract/alert-emails.ts';
import * as contract from '@mailcall/contract/brands.ts';
import { passwordRealmGrant } from '@mailcall/contract/identity.ts';
import { passkeyGrant } from '@mailcall/contract/passkeys.ts';
import { webConfigSchema } from '@mailcall/contract/provider.ts';
import { type BrandValues, emptyBrand, ownBrandId } from '@mailcall/contract/rules/brands.ts';
import { type AnyRoute, pathOf } from '@mailcall/contract/wire/route.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linkIn, newestMessage } from '../../../tests/support/outbox.ts';
import { providerFile } from '../../../tests/support/provider-file.ts';
import { askRoute, type RequestParts, requestRoute } from '../../../tests/support/request-route.ts';
import { type SmtpSink, startSmtpSink } from '../../../tests/support/smtp-sink.ts';
import { SoftwareAuthenticator } from '../../../tests/support/software-authenticator.ts';
import {
  addAccounts,
  addPerson,
  addTeamMember,
  bearer,
  signInAs,
  testApp,
  testPassword,
} from '../../../tests/support/test-app.ts';
import { createLog } from '../../platform/log.ts';
import { readProvider } from '../../provider.ts';
import { makeScoreboardGrant, makeSetupLink, makeSignInLink } from '../identity/index.ts';
import { openOutbox } from '../outbox/index.ts';

const portal = 'https://portal.test';
const northOrigin = 'https://north.test';
const southOrigin = 'https://south.test';
const here = testApp({
  PUBLIC_URL: portal,
  BRAND_ORIGINS: `${northOrigin},${southOrigin}`,
  PROVIDER: providerFile({
    name: 'Post & Sons',
    supportAddress: 'help@post.example',
    referral: { refer: null, details: null },
  }),
});
const query = (sql: string, ...values: unknown[]) => here.database.pool.query(sql, values);

let oda = '';
let mia = '';
let sink: SmtpSink;

beforeAll(async () => {
  await addAccounts(here.database, [
    { id: 'group' },
    { id: 'asheville', parent: 'group' },
    { id: 'boone', parent: 'group' },
    { id: 'alone' },
  ]);
  await addTeamMember(here.database, { id: 'oda', roles: ['operator'] });
  await addTeamMember(here.database, { id: 'mia', roles: ['account-manager'], accounts: ['group'] });
  for (const [id, accounts] of Object.entries({
    gina: ['group'],
    ann: ['asheville'],
    bob: ['boone'],
    both: ['asheville', 'alone'],
    leo: ['alone'],
  }))
    await addPerson(here.database, { id, accounts });
  oda = await signInAs(here, 'oda@people.test');
  mia = await signInAs(here, 'mia@people.test');
  sink = await startSmtpSink();
});
afterAll(() => sink.close());

beforeEach(async () => {
  await query('delete from brands');
  await query('update accounts set brand_id = null');
  await query('delete from attempt_limits');
  await query('truncate access_log');
});

const ask = <R extends AnyRoute>(route: R, parts?: RequestParts, token = oda) =>
  askRoute(here, token, route, parts);
const refusal = async (route: AnyRoute, parts: RequestParts, token = oda) => {
  const { code, data, message } = await requestRoute<Record<string, string> | null>(
    here,
    token,
    route,
    parts,
  );
  return [code, data ?? message];
};

const add = async (values: Partial<BrandValues>) =>
  (await ask(contract.addBrand, { body: { values: { ...emptyBrand, ...values } } })).id;
const save = (id: string, values: Partial<BrandValues>, before: Partial<BrandValues> = {}) => ({
  params: { id },
  body: { values, before },
});
const valuesOf = async (id: string) =>
  (await ask(contract.listBrands)).records.find((brand) => brand.id === id)?.values;
const chooseBrand = (id: string, brandId: string | null, before: string | null = null) => ({
  params: { id },
  body: { brandId, before },
});
const get = (host: string, url: string) => here.app.http.inject({ url, headers: { host } });
const lookAt = async (host: string) =>
  webConfigSchema.parse((await get(host, '/web-config.json')).json<unknown>());
const mailTo = async (email: string) => {
  await here.app.http.inject({
    method: 'POST',
    url: '/api/identity/passwordless/start',
    payload: { client_id: 'mailcall-web', connection: 'email', email, send: 'link' },
  });
  return newestMessage(here.database, email);
};

const north: Partial<BrandValues> = {
  name: 'North Mail',
  origin: northOrigin,
  color: '#1b5e20',
  supportAddress: 'hi@north.example',
  referral: false,
};

describe('what a brand is', () => {
  test('is added, shown at its address, changed and removed, and each change is in the access log', async () => {
    const id = await add(north);
    expect((await lookAt('north.test')).provider).toMatchObject({
      name: 'North Mail',
      logo: null,
      colors: { primary: '#1b5e20' },
      supportAddress: 'hi@north.example',
      referral: null,
    });
    await ask(contract.saveBrand, save(id, { name: 'North', color: null }, { name: 'North Mail' }));
    expect((await lookAt('north.test')).provider).toMatchObject({
      name: 'North',
      colors: { primary: '#b5006e' },
    });
    await ask(contract.removeBrand, { params: { id } });
    expect((await lookAt('north.test')).provider.name).toBe('Post & Sons');
    const { rows } = await query(
      `select action, contact_id from operator_reads where list = 'brand' and subject_id = $1 order by id`,
      id,
    );
    expect(rows).toEqual(['add', 'change', 'remove'].map((action) => ({ action, contact_id: 'oda' })));
  });

  test('has from the provider what it leaves empty, and the provider from PROVIDER', async () => {
    await add({ name: 'North Mail', origin: northOrigin });
    expect((await lookAt('north.test')).provider).toMatchObject({
      name: 'North Mail',
      supportAddress: 'help@post.example',
      referral: { reward: 100 },
    });
    await ask(
      contract.saveBrand,
      save(ownBrandId, { supportAddress: 'desk@post.example', color: '#004e8a' }),
    );
    for (const host of ['north.test', 'portal.test', 'localhost'])
      expect((await lookAt(host)).provider).toMatchObject({
        supportAddress: 'desk@post.example',
        colors: { primary: '#004e8a' },
      });
  });

  test('its icon has its color', async () => {
    await add(north);
    const [brand, own] = await Promise.all(
      ['north.test', 'portal.test'].map(async (host) => (await get(host, '/favicon.svg')).body),
    );
    expect(brand).toContain('#1b5e20');
    expect(own).not.toContain('#1b5e20');
  });

  test.each<[wrong: string, values: object, problems: object]>([
    ['no name', { name: null }, { name: 'Enter a name.' }],
    ['an empty name', { name: ' ' }, { 'values.name': 'Enter a name.' }],
    ['a long name', { name: 'x'.repeat(81) }, { 'values.name': 'Use at most 80 characters.' }],
    [
      'a name that is an address',
      { name: 'bank@evil.example' },
      { 'values.name': 'Use a name without <, >, @ and ".' },
    ],
    ['a name twice', { name: 'POST BRAND' }, { name: 'Another brand has this name.' }],
    ['an address of another brand', { origin: southOrigin }, { origin: 'Post Brand has this address.' }],
    [
      'an address that is not configured',
      { origin: 'https://evil.test' },
      { origin: 'Choose an address of BRAND_ORIGINS.' },
    ],
    [
      'a pale color',
      { color: '#ffdd00' },
      {
        'values.color':
          'White text on this color has a contrast of 1.3 to 1. It needs 4.5 to 1, as #857300 has.',
      },
    ],
    ['no color', { color: 'blue' }, { 'values.color': 'Use a color such as #b5006e.' }],
    ['a wrong sender', { senderAddress: 'mail' }, { 'values.senderAddress': 'Use an email address.' }],
    ['no stored logo', { logoId: 'a'.repeat(64) }, { logoId: 'Upload the logo again.' }],
  ])('is refused with %s', async (_wrong, values, problems) => {
    await add({ name: 'Post Brand', origin: southOrigin });
    const [status, data] = await refusal(contract.addBrand, {
      body: { values: { ...emptyBrand, name: 'North', ...values } },
    });
    expect([400, 422]).toContain(status);
    expect(data).toEqual(problems);
    expect((await ask(contract.listBrands)).records).toHaveLength(2);
  });

  test('the provider has no address of a brand, and cannot be removed', async () => {
    expect(await refusal(contract.saveBrand, save(ownBrandId, { origin: northOrigin }))).toEqual([
      422,
      { origin: 'The provider has the address of PUBLIC_URL.' },
    ]);
    expect((await refusal(contract.removeBrand, { params: { id: ownBrandId } }))[0]).toBe(404);
  });

  test('who edits a value that another person changed sees that value, and nothing is lost', async () => {
    const id = await add(north);
    await ask(contract.saveBrand, save(id, { name: 'Northern' }, { name: 'North Mail' }));
    const change = save(id, { name: 'N', color: null }, { name: 'North Mail', color: '#1b5e20' });
    expect(await refusal(contract.saveBrand, change)).toEqual([
      422,
      { name: 'Another person changed this meanwhile to "Northern".' },
    ]);
    expect(await valuesOf(id)).toMatchObject({ name: 'Northern', color: '#1b5e20' });
    await ask(contract.saveBrand, save(id, { color: null }, { color: '#1b5e20' }));
    expect(await valuesOf(id)).toMatchObject({ name: 'Northern', color: null });
  });

  test('is of operators of the team alone', async () => {
    for (const [route, parts] of [
      [contract.listBrands, {}],
      [contract.addBrand, { body: { values: { ...emptyBrand, name: 'Mine' } } }],
      [contract.addLogo, {}],
    ] as const)
      expect((await requestRoute(here, mia, route, parts)).code).toBe(404);
  });
});

describe('a logo', () => {
  const draw = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: '#1b5e20' } });
  const upload = async (payload: Buffer) => {
    const answer = await here.app.http.inject({
      method: 'POST',
      url: '/api/data/provider/brand-logos',
      headers: { ...bearer(oda), 'content-type': 'application/octet-stream' },
      payload,
    });
    return answer.json<{ data: { id: string } | null; message?: string }>();
  };

  test('is drawn again as a small PNG without what else the file holds, and anyone can see it', async () => {
    const picture = draw(3000, 1000).withExif({ IFD0: { Artist: 'Ann Secret' } });
    const { data } = await upload(await picture.jpeg().toBuffer());
    const id = await add({ ...north, logoId: data?.id ?? '' });
    const { logo } = (await lookAt('north.test')).provider;
    const shown = await get('north.test', logo ?? '');
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(shown.rawPayload.includes('Ann Secret')).toBe(false);
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({
      format: 'png',
      width: 480,
      height: 160,
    });
    await ask(contract.chooseOfficeBrand, chooseBrand('asheville', id));
    const { html } = await mailTo('ann@people.test');
    expect(html).toContain(`<img src="${northOrigin}${logo}"`);
  });

  test.each([
    ['nothing', Buffer.alloc(0), 'This file is empty. Use a PNG, JPEG or WebP picture.'],
    [
      'a text',
      Buffer.from('hello'),
      'This file cannot be read as a picture. Use a PNG, JPEG or WebP picture.',
    ],
    [
      'a drawing, which can hold scripts',
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
      ),
      'This file is SVG. Use a PNG, JPEG or WebP picture.',
    ],
  ])('is refused as %s', async (_what, content, message) => {
    expect((await upload(content)).message).toBe(message);
  });

  test('is refused if it is broken or has too many pixels', async () => {
    const whole = await draw(400, 400).png({ compressionLevel: 0 }).toBuffer();
    for (const content of [whole.subarray(0, 2000), await draw(6000, 6000).png().toBuffer()])
      expect((await upload(content)).message).toMatch(/^This file (is broken|cannot be read)/);
  });

  test('that does not exist is 404', async () => {
    expect((await get('north.test', '/api/data/brand-logos/none')).statusCode).toBe(404);
  });
});

describe('whose brand it is', () => {
  let northId: string;
  let southId: string;
  beforeEach(async () => {
    northId = await add({ ...north, senderName: 'North Desk', senderAddress: 'mail@north.example' });
    southId = await add({ name: 'South', origin: southOrigin });
  });
  const brandOf = async (email: string) => {
    const { subject, text } = await mailTo(email);
    return [subject, linkIn(text).origin];
  };

  test('an office has that of its group, until it has one of its own', async () => {
    await ask(contract.chooseOfficeBrand, chooseBrand('group', northId));
    const open = (id: string) => ask(contract.officeBrand, { params: { id } });
    expect(await open('asheville')).toMatchObject({
      brandId: null,
      inherited: { id: northId, name: 'North Mail' },
      choices: [{ id: ownBrandId, name: 'Post & Sons' }, { id: northId }, { id: southId }],
    });
    expect(await brandOf('ann@people.test')).toEqual(['Sign in to North Mail', northOrigin]);
    await ask(contract.chooseOfficeBrand, chooseBrand('asheville', southId));
    expect(await brandOf('ann@people.test')).toEqual(['Sign in to South', southOrigin]);
    expect(await brandOf('bob@people.test')).toEqual(['Sign in to North Mail', northOrigin]);
    await ask(contract.chooseOfficeBrand, chooseBrand('boone', ownBrandId));
    expect(await brandOf('bob@people.test')).toEqual(['Sign in to Post & Sons', portal]);
    expect(await brandOf('gina@people.test')).toEqual(['Sign in to North Mail', northOrigin]);
  });

  test('people of offices with several brands, of none, and of the team have the provider’s', async () => {
    await ask(contract.chooseOfficeBrand, chooseBrand('asheville', northId));
    for (const email of ['both@people.test', 'leo@people.test', 'oda@people.test'])
      expect(await brandOf(email)).toEqual(['Sign in to Post & Sons', portal]);
    await ask(contract.chooseOfficeBrand, chooseBrand('alone', northId));
    expect(await brandOf('both@people.test')).toEqual(['Sign in to North Mail', northOrigin]);
  });

  test('mails come from its sender, and answers go to its support address', async () => {
    await ask(contract.chooseOfficeBrand, chooseBrand('asheville', northId));
    await query('truncate outbox');
    await mailTo('ann@people.test');
    await mailTo('leo@people.test');
    const environment = { ...here.environment, smtpUrl: sink.url };
    const log = createLog({ logLevel: 'silent' });
    const outbox = openOutbox({ ...here, log, environment, provider: readProvider(environment) });
    const { rows } = await query('select id from outbox order by recipient');
    for (const { id } of rows as { id: string }[])
      await outbox.tasks['send message']?.({ id }, { isLast: false });
    const sources = sink.received.splice(0).map(({ source }) => source);
    expect(sources[0]).toContain('From: North Desk <mail@north.example>\n');
    expect(sources[0]).toContain('Reply-To: North Mail <hi@north.example>\n');
    expect(sources[1]).toContain('From: "Post & Sons" <help@post.example>\n');
  });

  test('links of the command line have its address', async () => {
    await ask(contract.chooseOfficeBrand, chooseBrand('asheville', northId));
    const links = [
      await makeSetupLink(here, 'ann@people.test'),
      await makeSignInLink(here, 'ann@people.test'),
      await makeScoreboardGrant(here, 'ann@people.test', ['alone']),
    ];
    expect(links.map((link) => new URL(link).origin)).toEqual(links.map(() => northOrigin));
    expect(new URL(await makeSignInLink(here, 'leo@people.test')).origin).toBe(portal);
  });

  test('an address that the operator took away is used no more', async () => {
    await ask(contract.chooseOfficeBrand, chooseBrand('asheville', northId));
    await query(`update brands set origin = 'https://gone.test' where id = $1`, northId);
    expect(await brandOf('ann@people.test')).toEqual(['Sign in to North Mail', portal]);
    // other values can be changed all the same
    await ask(contract.saveBrand, save(northId, { name: 'N' }));
  });

  test('a removed brand leaves its offices to the provider', async () => {
    await ask(contract.chooseOfficeBrand, chooseBrand('asheville', northId));
    await ask(contract.removeBrand, { params: { id: northId } });
    expect(await ask(contract.officeBrand, { params: { id: 'asheville' } })).toMatchObject({ brandId: null });
    expect(await brandOf('ann@people.test')).toEqual(['Sign in to Post & Sons', portal]);
  });

  test('an account manager chooses for their own offices, and sees what another person chose', async () => {
    const choose = (id: string, brandId: string | null, before: string | null = null) =>
      refusal(contract.chooseOfficeBrand, chooseBrand(id, brandId, before), mia);
    expect((await choose('asheville', northId))[0]).toBe(200);
    expect((await choose('alone', northId))[0]).toBe(404);
    expect(await choose('asheville', southId)).toEqual([
      422,
      { brandId: 'Another person changed this meanwhile to North Mail.' },
    ]);
    expect(await choose('asheville', 'none', northId)).toEqual([
      422,
      { brandId: 'There is no such brand. Another person may have removed it.' },
    ]);
    expect((await choose('asheville', null, northId))[0]).toBe(200);
    const { rows } = await query(
      `select contact_id, action from access_log where account_id = 'asheville' and subject_kind = 'office'`,
    );
    expect(rows).toEqual([1, 2].map(() => ({ contact_id: 'mia', action: 'edit' })));
  });
});

describe('addresses', () => {
  test.each([
    ['portal.test', '/web-config.json', 200],
    ['north.test', '/web-config.json', 200],
    ['north.test:443', '/login', 200],
    ['localhost:3000', '/web-config.json', 200],
    ['evil.test', '/web-config.json', 421],
    ['evil.test', '/login', 421],
    ['evil.test', '/api/data/brand-logos/none', 421],
    ['evil.test', '/assets/none.js', 421],
    ['evil.test', '/health/live', 200],
    ['evil.test', '/health', 200],
  ])('at %s, %s is answered %d', async (host, url, status) => {
    expect((await get(host, url)).statusCode).toBe(status);
  });

  test('services reach their webhooks at any address, and other callers do not', async () => {
    const post = async (url: string) => {
      const answer = await here.app.http.inject({ method: 'POST', url, headers: { host: 'evil.test' } });
      return answer.statusCode;
    };
    expect(await post('/api/ingest/v1/connections/none/events')).not.toBe(421);
    expect(await post('/api/ingest/v1/twilio/00000000-0000-4000-8000-000000000000/status')).not.toBe(421);
    expect(await post('/api/ingest/v1/calls')).toBe(421);
    expect(await post('/api/identity/oauth/token')).toBe(421);
  });

  test('each has passkeys of its own, and the list says which', async () => {
    const token = await signInAs(here, 'ann@people.test');
    const cookies: Record<string, string> = {};
    const request = async (host: string, path: string, payload: object) => {
      const answer = await here.app.http.inject({
        method: 'POST',
        url: `/api/identity${path}`,
        payload,
        cookies,
        headers: { host, ...bearer(token) },
      });
      for (const { name, value } of answer.cookies) cookies[name] = value;
      return { status: answer.statusCode, ...answer.json<{ data: never }>() };
    };
    expect((await lookAt('north.test')).signIn.passkeyOrigin).toBe(northOrigin);
    const device = new SoftwareAuthenticator({ id: 'north.test', origin: northOrigin });
    const { data: options } = await request('north.test', '/user/passkeys/options', {
      password: testPassword,
    });
    expect(options).toMatchObject({ rp: { id: 'north.test' } });
    const made = await request('north.test', '/user/passkeys', {
      name: 'Phone',
      response: device.create(options),
    });
    expect(made.data).toMatchObject({ passkeys: [{ name: 'Phone', site: 'north.test' }] });
    const signIn = async (host: string) => {
      const { data } = await request(host, '/passkeys/options', {});
      return (
        await request(host, '/oauth/token', {
          grant_type: passkeyGrant,
          client_id: 'mailcall-web',
          passkey: JSON.stringify(device.get(data)),
        })
      ).status;
    };
    expect(await signIn('south.test')).toBe(400);
    expect(await signIn('north.test')).toBe(200);
  });

  test('a passkey is a second step only where it works', async () => {
    await query(
      `insert into passkeys (id, contact_id, public_key, counter, transports, may_be_backed_up, backed_up, name, site, created_at)
       values ('of-mia', 'mia', '', 0, '{}', false, false, 'Phone', 'north.test', now())`,
    );
    const factorsAt = async (host: string) => {
      const answer = await here.app.http.inject({
        method: 'POST',
        url: '/api/identity/oauth/token',
        headers: { host },
        payload: {
          grant_type: passwordRealmGrant,
          username: 'mia@people.test',
          password: testPassword,
          realm: 'password',
        },
      });
      return answer.json<{ mfa_factors: string[] }>().mfa_factors;
    };
    expect(await factorsAt('north.test')).toEqual(['passkey', 'email']);
    expect(await factorsAt('portal.test')).toEqual(['email']);
    // added before a brand had an address
    await query(`update passkeys set site = null where id = 'of-mia'`);
    expect(await factorsAt('portal.test')).toEqual(['passkey', 'email']);
  });

  test('a link to stop emails stays at the address at which it was opened', async () => {
    const url = `/api/data${pathOf(openUnsubscribeLink, { token: 'none' })}`;
    expect((await get('north.test', url)).headers.location).toBe(`${northOrigin}/unsubscribe?token=none`);
  });
});
