import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { csv, emptyRecord, FeedFolders, visibleRecord, wholeRecord } from './feed-for-tests.ts';

const db = testDatabase();
const folders = new FeedFolders();
afterEach(() => folders.remove());

type Row = Record<string, string>;
/** Any state of completeness, distinct ids, nothing that would be rejected. */
type Feed = Record<
  'accounts' | 'contacts' | 'staff' | 'campaigns' | 'tracking-lines' | 'calls' | 'inquiries' | 'appointments',
  Row[]
>;

const maybe = (values: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 3, arbitrary: values });
const idOf = (letter: string, most: number) =>
  fc.integer({ min: 1, max: most }).map((number) => `${letter}${number}`);
const deleted = fc.constantFrom('', '', '', 'false', 'true');
const uniqueRows = <Made extends { id: string }>(row: fc.Arbitrary<Made>, maxLength: number) =>
  fc.uniqueArray(row, { maxLength, selector: (value) => value.id, size: 'max' });

const accountCount = 3;
/** The id determines the account, so that references stay within it or lead nowhere. */
const accountOf = (id: string) => `A${(Number(id.slice(1)) % accountCount) + 1}`;
/** Row of the same account as `like`, whether or not `like` arrives. */
const sameAccount = (letter: string, like: string, near: number) =>
  `${letter}${(Number(like.slice(1)) % accountCount) + accountCount * near}`;
const near = fc.integer({ min: 1, max: 4 });

const feedArbitrary: fc.Arbitrary<Feed> = fc
  .record({
    accounts: fc
      .tuple(
        ...[1, 2, 3].map((number) =>
          fc.record({
            name: fc.constantFrom('x', 'y'),
            time_zone: maybe(fc.constantFrom('America/Denver', 'Asia/Kolkata')),
            color: maybe(fc.constant('red')),
            parent_id: fc.constantFrom('', number === 1 ? 'A9' : 'A1'),
          }),
        ),
      )
      .map((rows) => rows.map((row, index) => ({ id: `A${index + 1}`, ...row }))),
    contacts: uniqueRows(
      fc.record({
        id: idOf('U', 4),
        roles: maybe(fc.constantFrom('a', 'a;b')),
        account_ids: fc.constantFrom('A1', 'A1;A2', 'A2;A1;A9'),
      }),
      4,
    ).map((rows) =>
      rows.map((row) => ({
        ...row,
        name: 'n',
        email: `${row.id}@x.example`,
        primary_account_ids: row.account_ids.split(';')[0] ?? '',
      })),
    ),
    staff: uniqueRows(fc.record({ id: idOf('S', 9), deleted }), 4).map((rows) =>
      rows.map((row) => ({ ...row, account_id: accountOf(row.id), name: 's' })),
    ),
    campaigns: uniqueRows(
      fc.record({
        id: idOf('C', 12),
        campaign_type: fc.constantFrom('MVP Mail', 'Custom', 'Odd Type'),
        media_type: maybe(fc.constantFrom('Postcard', 'Letter')),
        status: maybe(fc.constantFrom('ordered', 'delivered')),
        deleted,
      }),
      8,
    ).map((rows) => rows.map((row) => ({ ...row, account_id: accountOf(row.id), name: 'c' }))),
    'tracking-lines': uniqueRows(
      fc.record({
        id: idOf('L', 12),
        near,
        pick: fc.boolean(),
        status: maybe(fc.constantFrom('Active', 'Released')),
        deleted,
      }),
      6,
    ).map((rows) =>
      rows.map(({ near: by, pick, ...row }) => ({
        ...row,
        account_id: accountOf(row.id),
        campaign_id: pick ? sameAccount('C', row.id, by) : '',
        number: `+1${row.id.slice(1)}`,
      })),
    ),
    calls: uniqueRows(
      fc.record({
        id: idOf('K', 24),
        nearCampaign: near,
        nearLine: near,
        pickCampaign: fc.boolean(),
        pickLine: fc.boolean(),
        hour: fc.integer({ min: 0, max: 400 }),
        patient_type: maybe(fc.constantFrom('Unknown', 'Odd')),
        resolve_date: maybe(fc.constant('2026-01-02T00:00:00Z')),
        deleted,
      }),
      20,
    ).map((rows) =>
      rows.map(({ nearCampaign, nearLine, pickCampaign, pickLine, hour, ...row }) => ({
        ...row,
        account_id: accountOf(row.id),
        call_date_time: new Date(Date.UTC(2026, 2, 1, hour)).toISOString(),
        campaign_id: pickCampaign ? sameAccount('C', row.id, nearCampaign) : '',
        tracking_line_id: pickLine ? sameAccount('L', row.id, nearLine) : '',
      })),
    ),
    inquiries: fc.constant<Row[]>([]),
    appointments: fc.constant<Row[]>([]),
  })
  .chain((feed) => {
    // a first row that removes a call hides it from later rows
    const calls = feed.calls.filter((row) => row.deleted !== 'true').map((row) => row.id);
    if (calls.length === 0) return fc.constant(feed);
    const on = fc.constantFrom(...calls);
    return fc
      .record({
        inquiries: uniqueRows(
          fc.record({ id: idOf('I', 20), call_id: on, kind: fc.constantFrom('offer', 'service'), deleted }),
          12,
        ).map((rows) =>
          rows.map((row) => ({ ...row, account_id: accountOf(row.call_id), item_id: 'i', item_name: 'I' })),
        ),
        appointments: uniqueRows(
          fc.record({
            id: idOf('P', 12),
            call_id: on,
            previous: maybe(idOf('P', 14)),
            outcome: maybe(fc.constantFrom('Scheduled', 'Cancelled', 'Rescheduled')),
            first_name: maybe(fc.constant('Ann')),
            deleted,
          }),
          12,
        ).map((rows) =>
          rows.map(({ previous, ...row }) => ({
            ...row,
            account_id: accountOf(row.call_id),
            previous_appointment_id: previous === row.id ? '' : previous,
          })),
        ),
      })
      .map((more) => ({ ...feed, ...more }));
  });

const files = (feed: Feed) =>
  Object.fromEntries(
    Object.entries(feed)
      .filter(([, rows]) => rows.length > 0)
      .map(([name, rows]) => [`${name}.csv`, csv(rows)]),
  );
const bring = async (feed: Feed, batchRows: number) => {
  const report = await folders.import(db.database.pool, files(feed), { batchRows });
  expect(report.firstRejections).toEqual([]);
  return report;
};
/** Few feeds with many rows, because rows are cheap. `npm run torture` takes more feeds. */
const runs = { numRuns: Number(process.env['FEED_RUNS'] ?? 2) };
const batches = fc.integer({ min: 3, max: 12 });

describe('any feed', () => {
  it('imported twice is the same as once: nothing is written the second time', async () => {
    await fc.assert(
      fc.asyncProperty(feedArbitrary, batches, async (feed, batchRows) => {
        await emptyRecord(db.database.pool);
        await bring(feed, batchRows);
        const before = await wholeRecord(db.database.pool);
        await bring(feed, batchRows + 1);
        expect(await wholeRecord(db.database.pool)).toEqual(before);
      }),
      runs,
    );
  });

  it('imported in two parts is the same as at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        feedArbitrary,
        batches,
        fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
        async (feed, batchRows, coins) => {
          await emptyRecord(db.database.pool);
          await bring(feed, batchRows);
          const atOnce = await visibleRecord(db.database.pool);

          // Accounts come first; appointments come with their call or later.
          const inFirst = (row: Row) => coins[Number(row.id?.slice(1)) % coins.length] === true;
          const first = Object.fromEntries(
            Object.entries(feed).map(([name, rows]) => [
              name,
              name === 'accounts' ? rows : rows.filter((row) => inFirst(row)),
            ]),
          ) as Feed;
          const known = new Set(first.calls.map(({ id }) => id));
          first.inquiries = first.inquiries.filter((row) => known.has(row.call_id as string));
          first.appointments = first.appointments.filter((row) => known.has(row.call_id as string));
          const second = Object.fromEntries(
            Object.entries(feed).map(([name, rows]) => [
              name,
              rows.filter((row) => !first[name as keyof Feed].includes(row)),
            ]),
          ) as Feed;
          await emptyRecord(db.database.pool);
          await bring(first, batchRows);
          if (Object.values(second).some((rows) => rows.length > 0)) await bring(second, batchRows);
          expect(await visibleRecord(db.database.pool)).toEqual(atOnce);
        },
      ),
      runs,
    );
  });

  it('is the same in whatever order its rows are', async () => {
    await fc.assert(
      fc.asyncProperty(feedArbitrary, batches, fc.integer(), async (feed, batchRows, seed) => {
        await emptyRecord(db.database.pool);
        await bring(feed, batchRows);
        const before = await visibleRecord(db.database.pool);
        const order = (row: Row) => (Number(row.id?.slice(1)) * 7919 + seed) % 101;
        const shuffled = Object.fromEntries(
          Object.entries(feed).map(([name, rows]) => [
            name,
            [...rows].sort((one, other) => order(one) - order(other)),
          ]),
        ) as Feed;
        await emptyRecord(db.database.pool);
        await bring(shuffled, batchRows);
        expect(await visibleRecord(db.database.pool)).toEqual(before);
      }),
      runs,
    );
  });

  it('derives each call’s columns from its campaign, line, time zone and appointments', async () => {
    await fc.assert(
      fc.asyncProperty(feedArbitrary, batches, async (feed, batchRows) => {
        await emptyRecord(db.database.pool);
        // The first import removes nothing, so that removed rows leave tombstones.
        const present = Object.entries(feed).map(([name, rows]) => [
          name,
          rows.map((row) => ('deleted' in row ? { ...row, deleted: '' } : row)),
        ]);
        await bring(Object.fromEntries(present) as Feed, batchRows);
        await bring(feed, batchRows);
        const { rows } = await db.database.pool.query<Record<string, unknown>>(
          `select calls.id, campaign_id, type.value as type, media.value as media, local_hour, local_weekday, appointment_count, has_cancelled_appointment, has_rescheduled_appointment
         from calls left join dimension_values type on type.dimension = 'campaignType' and type.code = campaign_type
         left join dimension_values media on media.dimension = 'mediaType' and media.code = calls.media_type where not deleted order by calls.id`,
        );
        const live = (list: Row[]) => list.filter((row) => row.deleted !== 'true');
        const booked = live(feed.appointments);
        const expected = live(feed.calls).map((call) => {
          // a removed campaign or line still determines its calls' source
          const line = feed['tracking-lines'].find(({ id }) => id === call.tracking_line_id);
          const campaignId = call.campaign_id || line?.campaign_id || null;
          const campaign = feed.campaigns.find(({ id }) => id === campaignId);
          const zone =
            feed.accounts.find(({ id }) => id === call.account_id)?.time_zone || 'America/New_York';
          const parts = new Intl.DateTimeFormat('en-US', {
            timeZone: zone,
            hour: 'numeric',
            hourCycle: 'h23',
            weekday: 'short',
          }).formatToParts(new Date(call.call_date_time as string));
          const part = (type: string) => parts.find((found) => found.type === type)?.value as string;
          const own = booked.filter((appointment) => appointment.call_id === call.id);
          const replaced = (id: string | undefined) =>
            booked.some(
              (later) => later.previous_appointment_id === id && later.account_id === call.account_id,
            );
          return {
            id: call.id,
            campaign_id: campaignId,
            type: campaign?.campaign_type ?? null,
            media: campaign?.media_type || null,
            local_hour: Number(part('hour')),
            local_weekday: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part('weekday')),
            appointment_count: own.filter(({ id }) => !replaced(id)).length,
            has_cancelled_appointment: own.some(({ outcome }) => outcome === 'Cancelled'),
            has_rescheduled_appointment: own.some(({ outcome }) => outcome === 'Rescheduled'),
          };
        });
        expect(rows).toEqual(
          expected.sort((one, other) => ((one.id as string) < (other.id as string) ? -1 : 1)),
        );
      }),
      runs,
    );
  });
});
