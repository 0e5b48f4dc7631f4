import type { Provider } from '@mailcall/contract/provider.ts';
import {
  type BrandValues,
  emptyBrand,
  ownBrandId,
  sharedBrand,
  withBrand,
} from '@mailcall/contract/rules/brands.ts';
import { seconds } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { addressAt } from '../../platform/http/own-hosts.ts';
import type { Mailbox } from '../../platform/mail.ts';
import { withinTime } from '../../platform/time-limit.ts';

export interface Brand {
  id: string;
  provider: Provider;
  /** Links begin with it. */
  publicUrl: string;
  from: Mailbox;
  replyTo: Mailbox;
}

/** The contact or account that a message is about; its brand speaks. */
export type BrandOwner = { contactId: string } | { accountId: string };

export interface StoredBrand {
  id: string;
  values: BrandValues;
}

/** The provider's own first, then by name. */
export async function readBrands(database: Queryable): Promise<StoredBrand[]> {
  const { rows } = await sql<{ id: string } & BrandValues>`
    select id, name, origin, logo_id as "logoId", color, sender_name as "senderName", sender_address as "senderAddress",
      support_address as "supportAddress", referral
    from brands order by id <> ${ownBrandId}, lower(name), id`.execute(database);
  return rows.map(({ id, ...values }) => ({ id, values }));
}

const accountsOf = (owner: BrandOwner): RawBuilder<unknown> =>
  'accountId' in owner
    ? sql`id = ${owner.accountId}`
    : sql`id in (select account_id from contact_accounts where contact_id = ${owner.contactId}) and not deleted`;

/** Of each account, from itself or the first account above that has one. */
async function readBrandIds(database: Queryable, owner: BrandOwner): Promise<(string | null)[]> {
  const { rows } = await sql<{ brandId: string | null }>`
    with recursive above as (
      select id as account, parent_id, brand_id from accounts where ${accountsOf(owner)}
      union
      select above.account, accounts.parent_id, accounts.brand_id
      from above join accounts on accounts.id = above.parent_id and not accounts.deleted where above.brand_id is null)
    select distinct max(brand_id) as "brandId" from above group by account`.execute(database);
  return rows.map(({ brandId }) => brandId);
}

export async function brandIdOf(database: Queryable, owner: BrandOwner): Promise<string> {
  return sharedBrand(await readBrandIds(database, owner)) ?? ownBrandId;
}

type BrandEnvironment = Pick<Environment, 'publicUrl' | 'brandOrigins' | 'mailFrom'>;

const isConfigured = ({ brandOrigins }: Pick<BrandEnvironment, 'brandOrigins'>, origin: string | null) =>
  origin !== null && brandOrigins.includes(origin);

/** Address with which links for this contact or account begin. */
export async function publicUrlOf(
  database: Queryable,
  environment: Pick<BrandEnvironment, 'publicUrl' | 'brandOrigins'>,
  owner: BrandOwner,
): Promise<string> {
  if (environment.brandOrigins.length === 0) return environment.publicUrl;
  const id = await brandIdOf(database, owner);
  const origin = (await readBrands(database)).find((brand) => brand.id === id)?.values.origin ?? null;
  return origin !== null && isConfigured(environment, origin) ? origin : environment.publicUrl;
}

const longestRead = seconds(1);

/** Brands as the desk stores them, over the values of PROVIDER. */
export class Brands {
  readonly #provider: Provider;
  readonly #environment: BrandEnvironment;
  #lastRead: readonly StoredBrand[] = [];

  constructor(provider: Provider, environment: BrandEnvironment) {
    this.#provider = provider;
    this.#environment = environment;
  }

  /** Of an account, or the one that all accounts of a contact have; otherwise the provider's own. */
  async of(database: Queryable, owner: BrandOwner): Promise<Brand> {
    const stored = await readBrands(database);
    // most portals have no brands
    const id = stored.some((brand) => brand.id !== ownBrandId)
      ? await brandIdOf(database, owner)
      : ownBrandId;
    return this.#present(stored, id);
  }

  async own(database: Queryable): Promise<Brand> {
    return this.#present(await readBrands(database), ownBrandId);
  }

  /** The provider's own for a removed brand. */
  async byId(database: Queryable, id: string): Promise<Brand> {
    return this.#present(await readBrands(database), id);
  }

  /** The provider's own, unless the host is a brand's. If the database does not answer, as last read: pages then say so. */
  async at(database: Queryable, host: string): Promise<Brand> {
    const address = addressAt(this.#environment, host);
    const stored = await withinTime(longestRead, readBrands(database), () => new Error('It takes too long.'))
      .then((read) => (this.#lastRead = read))
      .catch(() => this.#lastRead);
    const found = stored.find(({ values }) => values.origin === address);
    return this.#present(stored, found?.id ?? ownBrandId);
  }

  #present(stored: readonly StoredBrand[], wanted: string): Brand {
    const valuesOf = (id: string) => stored.find((brand) => brand.id === id)?.values;
    const own = valuesOf(ownBrandId) ?? emptyBrand;
    const found = wanted === ownBrandId ? undefined : valuesOf(wanted);
    const base = withBrand(this.#provider, own);
    const provider = found ? withBrand(base, found) : base;
    const { publicUrl, mailFrom } = this.#environment;
    const origin = found?.origin ?? null;
    return {
      id: found ? wanted : ownBrandId,
      provider,
      publicUrl: origin !== null && isConfigured(this.#environment, origin) ? origin : publicUrl,
      from: {
        name: found?.senderName ?? (found ? null : own.senderName) ?? provider.name,
        address: found?.senderAddress ?? own.senderAddress ?? mailFrom ?? base.supportAddress,
      },
      replyTo: { name: provider.name, address: provider.supportAddress },
    };
  }
}
