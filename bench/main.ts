import { isDeepStrictEqual } from 'node:util';
import { instantsOf, dateRangeOfPreset } from '@mailcall/contract/scope/date-range.ts';
import { buildApp } from '../server/app.ts';
import { createLog } from '../server/platform/log.ts';
import { OperatorProblem } from '../server/platform/operator-problem.ts';
import { measureAudit } from './audit.ts';
import { measureHouseholds } from './households.ts';
import { measureIngest } from './ingest.ts';
import { measureMapShapes } from './map-shapes.ts';
import { median } from './quantiles.ts';
import { ChosenMeasurements, type Measurement } from './measurements.ts';
import { PlainCampaigns } from './plain-campaigns.ts';
import { PlainSql } from './plain-sql.ts';
import { campaigns, deliveredByConversion, mailingDrawer, mailingStory } from './campaign-screens.ts';
import { sized } from './options.ts';
import { measureQueries } from './queries.ts';
import { allCallsPage, Browser, frontDesk, overview, type ScreenFigures } from './screens.ts';
import { signIn } from './sign-in.ts';
import { type BenchRecord, openBenchRecord } from './story.ts';

const thirtyDays = 30 * 24 * 60 * 60 * 1000;

const turns = sized({ office: 15, offices: 5 }, { office: 1, offices: 1 });

const say = (line: string) => console.log(line);
async function timed(
  work: () => Promise<ScreenFigures>,
): Promise<{ milliseconds: number; figures: ScreenFigures }> {
  const started = performance.now();
  const figures = await work();
  return { milliseconds: performance.now() - started, figures };
}

/** Null if they agree. */
function difference(ours: ScreenFigures, plain: ScreenFigures): string | null {
  const names = [...new Set([...Object.keys(ours), ...Object.keys(plain)])];
  const differing = names.find((name) => !isDeepStrictEqual(ours[name], plain[name]));
  return differing === undefined
    ? null
    : `${differing}: ${ours[differing]} over HTTP, ${plain[differing]} by plain SQL`;
}

function chosenOnCommandLine(): ChosenMeasurements {
  try {
    return new ChosenMeasurements(process.argv.slice(2).filter((word) => word !== '--smallest'));
  } catch (error) {
    if (!(error instanceof OperatorProblem)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

const chosen = chosenOnCommandLine();

async function compare(
  measurement: Measurement,
  scope: string,
  times: number,
  ours: () => Promise<ScreenFigures>,
  plain: () => Promise<ScreenFigures>,
): Promise<void> {
  if (!chosen.includes(measurement)) return;
  const name = `${measurement}, ${scope}`;
  const differing = difference(await ours(), await plain());
  if (differing) throw new Error(`${name}: the results differ. ${differing}.`);
  const taken = { ours: [] as number[], plain: [] as number[] };
  for (let turn = 0; turn < times; turn += 1) {
    const order = turn % 2 === 0 ? (['ours', 'plain'] as const) : (['plain', 'ours'] as const);
    for (const side of order) taken[side].push((await timed(side === 'ours' ? ours : plain)).milliseconds);
  }
  const [http, sql] = [median(taken.ours), median(taken.plain)];
  say(
    `${name.padEnd(70)} ${http.toFixed(0).padStart(7)} ms ${sql.toFixed(0).padStart(9)} ms ${(sql / http).toFixed(1).padStart(8)}`,
  );
  chosen.add(measurement);
}

async function officesOf({ database }: BenchRecord, calls: number) {
  const { rows } = await database.pool.query<{ account_id: string; calls: number }>(
    'select account_id, count(*) as calls from calls where not deleted group by account_id',
  );
  const [nearest] = [...rows].sort((a, b) => Math.abs(a.calls - calls) - Math.abs(b.calls - calls));
  if (!nearest) throw new Error('The record holds no calls.');
  return {
    nearest,
    all: rows.map(({ account_id }) => account_id),
    calls: rows.reduce((sum, row) => sum + row.calls, 0),
  };
}

if (chosen.includes('Queries')) {
  measureQueries(say);
  chosen.add('Queries');
}
if (chosen.includes('Map shapes')) {
  await measureMapShapes(say);
  chosen.add('Map shapes');
}
if (chosen.includes('Audit')) {
  await measureAudit(say);
  chosen.add('Audit');
}
if (chosen.includes('Households')) {
  await measureHouseholds(say);
  chosen.add('Households');
}
if (chosen.includes('Ingest')) {
  await measureIngest(say);
  chosen.add('Ingest');
}
if (chosen.missing.length === 0) process.exit();
const record = await openBenchRecord(say);
try {
  const { database, environment, files, clock } = record;
  const { http } = await buildApp(
    { database, environment, files, clock, log: createLog(environment) },
    { answers: { size: 0 } },
  );
  try {
    const base = await http.listen({ host: '127.0.0.1', port: 0 });
    const token = await signIn(base);
    const browser = new Browser(base, token);
    const now = clock.now();
    const plain = new PlainSql(database.pool, {
      ...instantsOf(dateRangeOfPreset('all', now)),
      recentFrom: new Date(now.getTime() - thirtyDays),
    });
    const plainCampaigns = new PlainCampaigns(database.pool, plain);
    const { nearest, all, calls } = await officesOf(record, 5000);
    const scopes = [
      {
        name: `one office, ${nearest.calls.toLocaleString('en-US')} calls`,
        accountIds: [nearest.account_id],
        times: turns.office,
      },
      {
        name: `${all.length} offices, ${calls.toLocaleString('en-US')} calls`,
        accountIds: all,
        times: turns.offices,
      },
    ];
    say(
      `${'medians'.padEnd(70)} ${'over HTTP'.padStart(10)} ${'plain SQL'.padStart(12)} ${'ratio'.padStart(8)}`,
    );
    for (const { name, accountIds, times } of scopes) {
      await compare(
        'Overview',
        name,
        times,
        () => overview(browser, accountIds),
        () => plain.overview(accountIds),
      );
      await compare(
        'All Calls',
        name,
        times,
        () => allCallsPage(browser, accountIds),
        () => plain.allCallsPage(accountIds),
      );
      await compare(
        'Front Desk',
        name,
        times,
        () => frontDesk(browser, accountIds),
        () => plain.frontDesk(accountIds),
      );
      await compare(
        'Campaigns screen',
        name,
        times,
        () => campaigns(browser, accountIds),
        () => plainCampaigns.screen(accountIds),
      );
      await compare(
        'Campaigns by rate',
        name,
        times,
        () => deliveredByConversion(browser, accountIds),
        () => plainCampaigns.deliveredByConversion(accountIds),
      );
      const mailing = await plainCampaigns.busiestMailing(accountIds);
      await compare(
        'Campaigns drawer',
        `a mailing of ${mailing.calls} calls, ${name}`,
        times,
        () => mailingDrawer(browser, mailing.id),
        () => plainCampaigns.drawer(accountIds, mailing.id),
      );
      await compare(
        'Campaigns story',
        `the story of a mailing of ${mailing.calls} calls, ${name}`,
        times,
        () => mailingStory(browser, mailing.id),
        () => plainCampaigns.story(accountIds, mailing.id),
      );
    }
    browser.close();
    chosen.requireAll();
  } finally {
    await http.close();
  }
} finally {
  await record.database.close();
}
