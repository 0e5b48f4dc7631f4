import { randomUUID } from 'node:crypto';
import { type BrandValues, emptyBrand, maxBrands, ownBrandId } from '@mailcall/contract/rules/brands.ts';
import type { FieldProblems } from '@mailcall/contract/wire/envelope.ts';
import { sql } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible, Problem } from '../../platform/http/problems.ts';
import { recordOperatorChange } from '../activity/index.ts';
import { deskChanged } from '../changes/index.ts';
import type { Viewer } from '../identity/index.ts';
import { readBrands, type StoredBrand } from '../brands/index.ts';

type BrandDependencies = Pick<Dependencies, 'database' | 'clock' | 'environment'>;

const noBrand = () => notFound('There is no such brand. Another person may have removed it.');

function refuse(problems: FieldProblems): void {
  if (Object.keys(problems).length > 0)
    throw new Problem(422, 'Nothing was saved. Correct the marked values.', { kind: 'fail', data: problems });
}

/** Changes of brands wait for each other: names and origins belong to one. */
async function lockBrands(transaction: Queryable): Promise<StoredBrand[]> {
  await sql`select pg_advisory_xact_lock(hashtext('brands'))`.execute(transaction);
  return readBrands(transaction);
}

const isSame = (one: string | null, other: string | null) =>
  one !== null && other !== null && one.toLowerCase() === other.toLowerCase();

async function problemsOf(
  transaction: Queryable,
  { brandOrigins }: Pick<BrandDependencies['environment'], 'brandOrigins'>,
  stored: readonly StoredBrand[],
  { id, values, before }: StoredBrand & { before: BrandValues },
): Promise<FieldProblems> {
  const others = stored.filter((brand) => brand.id !== id);
  const problems: FieldProblems = {};
  if (values.name === null && id !== ownBrandId) problems.name = 'Enter a name.';
  if (others.some((other) => isSame(other.values.name, values.name)))
    problems.name = 'Another brand has this name.';
  const { origin, logoId } = values;
  const holder = others.find((other) => origin !== null && other.values.origin === origin);
  if (holder) problems.origin = `${holder.values.name ?? 'Another brand'} has this address.`;
  else if (origin !== null && id === ownBrandId)
    problems.origin = 'The provider has the address of PUBLIC_URL.';
  else if (origin !== null && origin !== before.origin && !brandOrigins.includes(origin))
    problems.origin = 'Choose an address of BRAND_ORIGINS.';
  if (logoId !== null) {
    const { rows } = await sql`select 1 from brand_logos where id = ${logoId}`.execute(transaction);
    if (rows.length === 0) problems.logoId = 'Upload the logo again.';
  }
  return problems;
}

const shownValue = (value: BrandValues[keyof BrandValues]) =>
  value === null ? 'nothing' : typeof value === 'string' ? JSON.stringify(value) : 'another offer';

/** Of fields that another person changed since `before`. */
function conflictsOf(
  now: BrandValues,
  values: Partial<BrandValues>,
  before: Partial<BrandValues>,
): FieldProblems {
  const fields = Object.keys(values) as (keyof BrandValues)[];
  const isChanged = (field: keyof BrandValues) =>
    field in before &&
    !isDeepStrictEqual(now[field], before[field]) &&
    !isDeepStrictEqual(now[field], values[field]);
  return Object.fromEntries(
    fields
      .filter(isChanged)
      .map((field) => [
        field,
        field === 'logoId'
          ? 'Another person changed the logo meanwhile.'
          : `Another person changed this meanwhile to ${shownValue(now[field])}.`,
      ]),
  );
}

async function storeBrand(transaction: Queryable, { id, values }: StoredBrand, now: Date): Promise<void> {
  const row = {
    name: values.name,
    origin: values.origin,
    logo_id: values.logoId,
    color: values.color?.toLowerCase() ?? null,
    sender_name: values.senderName,
    sender_address: values.senderAddress,
    support_address: values.supportAddress,
    referral: values.referral === null ? null : JSON.stringify(values.referral),
  };
  await transaction
    .insertInto('brands')
    .values({ id, ...row, created_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

async function record(
  transaction: Queryable,
  viewer: Viewer,
  change: { action: 'add' | 'change' | 'remove'; subjectId: string; at: Date },
): Promise<void> {
  await recordOperatorChange(transaction, { contactId: viewer.contactId, kind: 'brand', ...change });
  await deskChanged(transaction, 'brands', null);
}

/** @throws {Problem} 422 by field */
export async function addBrand(
  { database, clock, environment }: BrandDependencies,
  viewer: Viewer,
  values: BrandValues,
): Promise<string> {
  const id = randomUUID();
  const now = clock.now();
  await database.transaction(async (transaction) => {
    const stored = await lockBrands(transaction);
    if (stored.filter((brand) => brand.id !== ownBrandId).length >= maxBrands)
      throw notPossible(`There are ${maxBrands} brands already. Remove one first.`);
    refuse(await problemsOf(transaction, environment, stored, { id, values, before: emptyBrand }));
    await storeBrand(transaction, { id, values }, now);
    await record(transaction, viewer, { action: 'add', subjectId: id, at: now });
  });
  return id;
}

/** @throws {Problem} 404, 422 by field */
export async function saveBrand(
  { database, clock, environment }: BrandDependencies,
  viewer: Viewer,
  id: string,
  { values, before }: { values: Partial<BrandValues>; before: Partial<BrandValues> },
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (transaction) => {
    const stored = await lockBrands(transaction);
    const known = stored.find((brand) => brand.id === id)?.values ?? (id === ownBrandId ? emptyBrand : null);
    if (!known) throw noBrand();
    refuse(conflictsOf(known, values, before));
    const wanted = { ...known, ...values };
    refuse(await problemsOf(transaction, environment, stored, { id, values: wanted, before: known }));
    await storeBrand(transaction, { id, values: wanted }, now);
    await record(transaction, viewer, { action: 'change', subjectId: id, at: now });
  });
}

/** @throws {Problem} 404 */
export async function removeBrand(
  { database, clock }: BrandDependencies,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const stored = await lockBrands(transaction);
    if (id === ownBrandId || !stored.some((brand) => brand.id === id)) throw noBrand();
    await sql`update accounts set brand_id = null where brand_id = ${id}`.execute(transaction);
    await transaction.deleteFrom('brands').where('id', '=', id).execute();
    await record(transaction, viewer, { action: 'remove', subjectId: id, at: clock.now() });
  });
}
