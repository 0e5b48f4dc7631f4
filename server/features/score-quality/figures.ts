import type { OwnScoringQuality, ScoringQuality } from '@mailcall/contract/score-quality.ts';
import { removedPerson } from '@mailcall/contract/rules/activity.ts';
import {
  agreementOf,
  leaningsOf,
  meanShareOf,
  minAgreementCalls,
  type PeoplePair,
  shareOf,
} from '@mailcall/contract/rules/agreement.ts';
import {
  type AgreementField,
  agreementFields,
  type passAnswers,
} from '@mailcall/contract/rules/second-pass.ts';
import { type ScoreFieldName, scoreFieldNames } from '@mailcall/contract/rules/score-fields.ts';
import type { DropReason, SuggestionOutcome } from '@mailcall/contract/rules/suggestions.ts';
import { days, hours } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { Viewer } from '../identity/index.ts';
import { readDisputedFields } from '../score-disputes/index.ts';
import { teamAccounts } from '../team/index.ts';

/** Newest calls that count. */
const maxPairs = 20_000;

interface TwoScores {
  people: readonly [string, string];
  month: string;
  answers: ReturnType<typeof passAnswers>;
}

export interface Period {
  viewer: Viewer;
  now: Date;
  days: number;
  timeZone: string;
}

const sinceOf = ({ now, days: length }: Pick<Period, 'now' | 'days'>) =>
  new Date(now.getTime() - days(length));

/** Without first scores that were undone. */
async function readTwoScores(database: Queryable, period: Period, ofPerson?: string): Promise<TwoScores[]> {
  const { rows } = await sql<{ first: string; second: string; month: string; answers: TwoScores['answers'] }>`
    select pass.first_contact_id as first, pass.second_contact_id as second, pass.answers,
      to_char(date_trunc('month', pass.second_at at time zone ${period.timeZone}), 'YYYY-MM-DD') as month
    from score_second_passes pass
    where pass.second_at > ${sinceOf(period)} and pass.answers is not null and pass.state <> 'ended'
      and ${teamAccounts(period.viewer, 'pass.account_id')}
      ${ofPerson === undefined ? sql`` : sql`and (pass.first_contact_id = ${ofPerson} or pass.second_contact_id = ${ofPerson})`}
    order by pass.second_at desc, pass.call_id limit ${maxPairs}`.execute(database);
  return rows.map(({ first, second, ...row }) => ({ people: [first, second], ...row }));
}

const ofField = (all: readonly TwoScores[], field: AgreementField): PeoplePair[] =>
  all.flatMap(({ people, answers }) =>
    answers.flatMap((answer) => (answer.field === field ? [{ people, answers: answer.answers }] : [])),
  );

function agreementAbout(all: readonly TwoScores[], field: AgreementField | undefined) {
  if (field !== undefined) return agreementOf(ofField(all, field).map(({ answers }) => answers));
  const shares = all.flatMap(({ answers }) =>
    answers.length === 0
      ? []
      : [answers.filter(({ answers: [one, other] }) => one === other).length / answers.length],
  );
  return { calls: shares.length, share: meanShareOf(shares), kappa: null };
}

type FieldPairs = ReadonlyMap<AgreementField, PeoplePair[]>;

const pairsByField = (all: readonly TwoScores[]): FieldPairs =>
  new Map(agreementFields.map((field) => [field, ofField(all, field)]));

const byField = (pairs: FieldPairs) =>
  [...pairs].flatMap(([field, ofOne]) =>
    ofOne.length === 0 ? [] : [{ field, ...agreementOf(ofOne.map(({ answers }) => answers)) }],
  );

const pairKey = (people: readonly [string, string]) => JSON.stringify(people.toSorted());

interface Work {
  scored: number;
  callsPerHour: number | null;
  corrected: number;
}

/** Longest work on one call; a claim lasts no longer without input, and a break is no work. */
const longestWork = hours(1);

async function readWork(database: Queryable, period: Period, ofPerson?: string): Promise<Map<string, Work>> {
  const since = sinceOf(period);
  const isOf = (column: string) =>
    ofPerson === undefined ? sql`true` : sql`${sql.ref(column)} = ${ofPerson}`;
  const { rows } = await sql<{
    id: string;
    scored: number;
    timed: number;
    seconds: number;
    corrected: number;
  }>`
    select id, count(*)::int as scored, count(*) filter (where seconds between 1 and ${longestWork / 1000})::int as timed,
      coalesce(sum(seconds) filter (where seconds between 1 and ${longestWork / 1000}), 0)::float8 as seconds,
      count(*) filter (where corrected)::int as corrected
    from (
      select version.contact_id as id, extract(epoch from version.made_at - version.began_at) as seconds,
        exists (
          select 1 from score_versions later where later.account_id = version.account_id and later.call_id = version.call_id
            and later.number = version.number + 1 and later.reason in ('correction', 'dispute', 'second pass')) as corrected
      from score_versions version
      where version.reason = 'scored' and version.made_at > ${since} and ${isOf('version.contact_id')}
        and ${teamAccounts(period.viewer, 'version.account_id')}
        and not exists (
          select 1 from score_versions undone where undone.account_id = version.account_id and undone.call_id = version.call_id
            and undone.number = version.number + 1 and undone.reason = 'undone')
      union all
      select pass.second_contact_id, extract(epoch from pass.second_at - pass.began_at), false
      from score_second_passes pass
      where pass.second_at > ${since} and ${isOf('pass.second_contact_id')} and ${teamAccounts(period.viewer, 'pass.account_id')}
    ) saved where id is not null group by id`.execute(database);
  return new Map(
    rows.map(({ id, scored, timed, seconds, corrected }) => [
      id,
      {
        scored,
        corrected,
        callsPerHour: timed < minAgreementCalls || seconds <= 0 ? null : (timed * 3600) / seconds,
      },
    ]),
  );
}

const noWork: Work = { scored: 0, callsPerHour: null, corrected: 0 };

async function readNames(database: Queryable, ids: readonly string[]): Promise<(id: string) => string> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from contacts where id = any(${[...ids]}::text[])`.execute(database);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? removedPerson;
}

async function countStates(database: Queryable, viewer: Viewer) {
  const { rows } = await sql<Record<'open' | 'differs' | 'returned', number>>`
    select count(*) filter (where pass.state = 'open')::int as open, count(*) filter (where pass.state = 'differs')::int as differs,
      count(*) filter (where pass.state = 'returned')::int as returned
    from score_second_passes pass
    join calls on calls.account_id = pass.account_id and calls.id = pass.call_id and not calls.deleted and not calls.personal_data_removed
    where pass.state in ('open', 'differs', 'returned') and ${teamAccounts(viewer, 'pass.account_id')}`.execute(
    database,
  );
  return rows[0] ?? { open: 0, differs: 0, returned: 0 };
}

async function readSuggestionFigures(
  database: Queryable,
  period: Period,
): Promise<ScoringQuality['suggestions']> {
  const ofPeriod = sql`suggested.asked_at > ${sinceOf(period)} and ${teamAccounts(period.viewer, 'suggested.account_id')}`;
  const { rows: counts } = await sql<{ calls: number; failed: number }>`
    select count(*) filter (where state = 'answered')::int as calls, count(*) filter (where state = 'failed')::int as failed
    from score_suggestions suggested where ${ofPeriod}`.execute(database);
  const { rows: ended } = await sql<{ field: ScoreFieldName; outcome: SuggestionOutcome; count: number }>`
    select ended.key as field, ended.value as outcome, count(*)::int as count
    from score_suggestions suggested, jsonb_each_text(suggested.outcomes) ended
    where ${ofPeriod} and suggested.outcomes is not null group by 1, 2`.execute(database);
  const { rows: dropped } = await sql<{ reason: DropReason; count: number }>`
    select part.key as reason, sum(part.value::int)::int as count
    from score_suggestions suggested, jsonb_each_text(suggested.dropped) part
    where ${ofPeriod} group by 1 order by 2 desc, 1`.execute(database);
  const fields = scoreFieldNames.flatMap((field) => {
    const countOf = (outcome: SuggestionOutcome) =>
      ended.find((one) => one.field === field && one.outcome === outcome)?.count ?? 0;
    const [accepted, corrected, ignored] = [countOf('accepted'), countOf('corrected'), countOf('ignored')];
    const suggested = accepted + corrected + ignored;
    const share = suggested < minAgreementCalls ? null : shareOf(accepted, suggested);
    return suggested === 0 ? [] : [{ field, suggested, accepted, corrected, ignored, share }];
  });
  const { calls, failed } = counts[0] ?? { calls: 0, failed: 0 };
  return calls + failed === 0 ? null : { calls, failed, byField: fields, dropped };
}

export async function readQuality(
  database: Queryable,
  period: Period,
  field: AgreementField | undefined,
): Promise<ScoringQuality> {
  const all = await readTwoScores(database, period);
  const work = await readWork(database, period);
  const ids = [...new Set([...all.flatMap(({ people }) => people), ...work.keys()])];
  const nameOf = await readNames(database, ids);
  const personOf = (id: string) => ({ id, name: nameOf(id) });
  const byName = ids.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'));
  const ofPairs = Map.groupBy(all, ({ people }) => pairKey(people));
  const pairs = byName.flatMap((one, place) =>
    byName.slice(place + 1).flatMap((other) => {
      const ofBoth = ofPairs.get(pairKey([one, other]));
      return ofBoth === undefined
        ? []
        : [
            {
              people: [personOf(one), personOf(other)] as [
                { id: string; name: string },
                { id: string; name: string },
              ],
              ...agreementAbout(ofBoth, field),
            },
          ];
    }),
  );
  const ofPerson = Map.groupBy(
    all.flatMap((scores) => [...new Set(scores.people)].map((id) => ({ id, scores }))),
    ({ id }) => id,
  );
  const months = [...Map.groupBy(all, ({ month }) => month)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const fieldPairs = pairsByField(all);
  const named = [...fieldPairs]
    .flatMap(([about, ofOne]) =>
      leaningsOf(ofOne).flatMap(({ person, isNamed, ...leaning }) =>
        isNamed ? [{ person: personOf(person), field: about, ...leaning }] : [],
      ),
    )
    .toSorted((one, other) => Math.abs(other.difference.value) - Math.abs(one.difference.value));
  return {
    ...(await countStates(database, period.viewer)),
    calls: all.length,
    byField: byField(fieldPairs),
    disputed: (await readDisputedFields(database, period.viewer, sinceOf(period))).map(
      ({ field: about, disputes, accepted }) => ({ field: about, disputes, accepted }),
    ),
    named,
    byPair: pairs,
    byPerson: byName.map((id) => ({
      person: personOf(id),
      ...agreementAbout(
        (ofPerson.get(id) ?? []).map(({ scores }) => scores),
        field,
      ),
      ...(work.get(id) ?? noWork),
    })),
    byMonth: months.map(([month, ofMonth]) => ({ month, ...agreementAbout(ofMonth, field) })),
    suggestions: await readSuggestionFigures(database, period),
  };
}

export async function readOwnQuality(
  database: Queryable,
  period: Period,
): Promise<Omit<OwnScoringQuality, 'returned'>> {
  const { contactId } = period.viewer;
  const all = await readTwoScores(database, period, contactId);
  const work = await readWork(database, period, contactId);
  return {
    ...(work.get(contactId) ?? noWork),
    ...agreementAbout(all, undefined),
    byField: byField(pairsByField(all)),
  };
}
