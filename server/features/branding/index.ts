/*
 * Branding: operators of the team change the names, logos, colors, senders, support contacts and referral offers of the provider and its
 * brands; account managers choose the brand of an office.
 * Tables: brands, brand_logos, accounts.brand_id.
 * Routes: /provider/brands, /provider/brand-logos, /provider/offices/:id/brand; GET /brand-logos/:id.
 */
import * as contract from '@mailcall/contract/brands.ts';
import { emptyBrand, ownBrandId } from '@mailcall/contract/rules/brands.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Provider } from '@mailcall/contract/provider.ts';
import type { Dependencies } from '../../dependencies.ts';
import { publicProvider } from '../../provider.ts';
import type { Queryable } from '../../platform/database.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { recordOperatorChange } from '../activity/index.ts';
import type { Viewer } from '../identity/index.ts';
import { HeldBodies } from '../ingest/index.ts';
import type { Outbox } from '../outbox/index.ts';
import { readBrands } from '../brands/index.ts';
import { addBrand, removeBrand, saveBrand } from './change-brands.ts';
import { readLogo, storeLogo } from './logos.ts';
import { chooseOfficeBrand, openOfficeBrand } from './office-brand.ts';

async function listBrands(database: Queryable): Promise<contract.Brand[]> {
  const stored = await readBrands(database);
  const { rows } = await sql<{ id: string; count: number }>`
    select brand_id as id, count(*)::int as count from accounts where brand_id is not null and not deleted group by brand_id`.execute(
    database,
  );
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  const own = stored.some(({ id }) => id === ownBrandId) ? [] : [{ id: ownBrandId, values: emptyBrand }];
  return [...own, ...stored].map(({ id, values }) => ({ id, values, officesCount: counts.get(id) ?? 0 }));
}

export function serveBranding(
  routes: RouteServer<Viewer>,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'environment'> & {
    provider: Provider;
    outbox: Outbox;
  },
): void {
  const { database, clock, environment, provider, outbox } = dependencies;
  const { kysely } = database;
  const held = new HeldBodies(3 * contract.maxLogoSize);
  const ownName = async () => (await outbox.brands.own(kysely)).provider.name;

  routes.serve(contract.listBrands, async () => ({
    records: await listBrands(kysely),
    setting: publicProvider(provider),
    origins: [...environment.brandOrigins],
    publicUrl: environment.publicUrl,
    mailFrom: environment.mailFrom ?? provider.supportAddress,
  }));

  routes.serve(contract.addBrand, async ({ viewer, body }) => ({
    id: await addBrand(dependencies, viewer, body.values),
  }));

  routes.serve(contract.saveBrand, async ({ viewer, params, body }) => {
    await saveBrand(dependencies, viewer, params.id, body);
    return {};
  });

  routes.serve(contract.removeBrand, async ({ viewer, params }) => {
    await removeBrand(dependencies, viewer, params.id);
    return {};
  });

  routes.serve(contract.addLogo, async ({ viewer, request }) => {
    const size = { bytes: contract.maxLogoSize, time: minutes(2) };
    const id = await held.hold(request, size, (content) => storeLogo(dependencies, content));
    const change = { contactId: viewer.contactId, kind: 'logo', subjectId: id, at: clock.now() };
    await recordOperatorChange(kysely, { ...change, action: 'add' });
    return { id };
  });

  routes.serve(contract.showLogo, async ({ params, reply }) => {
    const content = await readLogo(dependencies, params.id);
    await reply
      .headers({
        // the address is the hash of the content
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'image/png',
        'content-security-policy': "default-src 'none'; sandbox",
        // mail programs in a browser show it, too
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(content);
  });

  routes.serve(contract.officeBrand, async ({ viewer, params }) =>
    openOfficeBrand(kysely, viewer, params.id, await ownName()),
  );

  routes.serve(contract.chooseOfficeBrand, async ({ viewer, params, body }) => {
    await chooseOfficeBrand(dependencies, viewer, params.id, { ...body, ownName: await ownName() });
    return {};
  });
}
