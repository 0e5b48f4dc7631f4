import { createHash } from 'node:crypto';
import type { Database } from '../../../server/platform/database.ts';
import type { FileStore } from '../../../server/platform/files.ts';
import type { Acknowledged } from './acknowledged.ts';
import { reportedAccount, settingContact, type World } from './world.ts';

/** Problems of acknowledged work: lost, changed, or doubled. Empty without any. */
export async function losses(
  { pool }: Pick<Database, 'pool'>,
  files: FileStore,
  { world, acknowledged }: { world: World; acknowledged: Acknowledged },
): Promise<string[]> {
  const read = async (statement: string) =>
    (await pool.query<{ key: string; value: string }>(statement)).rows.map(
      ({ key, value }) => [key, value] as const,
    );
  const found = {
    calls: await read(`select id as key, account_id || ' ' || (answered_by = 4) as value from calls
      where id ~ '^[KA]'`),
    reports: await read(`select id as key, '' as value from calls where account_id = '${reportedAccount}'`),
    resolutions:
      await read(`select calls.id as key, concat_ws(' ', callback_outcome_summary, appointment_count,
        (select count(*) from appointments where appointments.account_id = calls.account_id and call_id = calls.id),
        (select string_agg(request_id::text, ',') from call_actions
         where call_actions.account_id = calls.account_id and call_id = calls.id and action = 'resolved')) as value
      from calls where resolve_date is not null`),
    comments: await read(
      `select request_id::text as key, concat_ws(' ', account_id, body) as value from review_comments`,
    ),
    settings: await read(`select account_id || ' ' || contact_id as key,
        case when deleted or methods = '{}' then 'off' else array_to_string(methods, ',') || ' ' || frequency end as value
      from notification_settings where contact_id in (${Array.from(
        { length: world.size.offices },
        (_, number) => `'${settingContact(number)}'`,
      ).join(',')})`),
    names: await read(
      `select id as key, friendly_name as value from tracking_lines where friendly_name is not null`,
    ),
  };
  const { calls, resolutions, comments, settings, names, reports } = acknowledged;
  return [
    ...differences(
      'call',
      found.calls,
      mapped(calls, ({ account, missed }) => `${account} ${missed}`),
    ),
    ...differences('reported call', found.reports, new Map([...reports].map((sid) => [sid, '']))),
    ...differences(
      'resolution',
      found.resolutions,
      mapped(resolutions, (one) =>
        [one.summary, one.appointments, one.appointments, one.requestId].join(' '),
      ),
    ),
    ...differences(
      'comment',
      found.comments,
      mapped(comments, ({ account, body }) => `${account} ${body}`),
    ),
    ...differences('setting', found.settings, settings).filter(
      // an alert that was switched off without ever having been on has no row
      (text) => !text.endsWith('is not there and was acknowledged as off'),
    ),
    ...differences('name', found.names, names),
    ...(await lostChanges(pool, acknowledged)),
    ...(await lostRecordings(pool, files, acknowledged)),
  ];
}

const mapped = <Value>(map: ReadonlyMap<string, Value>, text: (value: Value) => string) =>
  new Map([...map].map(([key, value]) => [key, text(value)]));

function differences(
  kind: string,
  rows: readonly (readonly [string, string])[],
  expected: ReadonlyMap<string, string>,
): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const [key, value] of rows) {
    if (seen.has(key)) problems.push(`${kind} ${key} is there more than once`);
    seen.add(key);
    const wanted = expected.get(key);
    if (wanted !== value)
      problems.push(`${kind} ${key} is "${value}" and was acknowledged as ${wanted ?? 'nothing'}`);
  }
  for (const [key, wanted] of expected)
    if (!seen.has(key)) problems.push(`${kind} ${key} is not there and was acknowledged as ${wanted}`);
  return problems;
}

/** Problems of the changes that others read: each comment and resolution once, at positions without gaps. */
async function lostChanges(pool: Database['pool'], acknowledged: Acknowledged): Promise<string[]> {
  const { rows } = await pool.query<{
    comments: number;
    resolved: number;
    unpublished: number;
    gaps: number;
  }>(`
    select count(*) filter (where file = 'review-comments' and action = 'added') as comments,
      count(*) filter (where file = 'calls' and action = 'changed') as resolved,
      count(*) filter (where position is null) as unpublished,
      coalesce(max(position) - min(position) + 1 - count(position), 0) as gaps
    from portal_changes`);
  const expected = {
    comments: acknowledged.comments.size,
    resolved: acknowledged.resolutions.size,
    unpublished: 0,
    gaps: 0,
  };
  const [found] = rows;
  return JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`changes for others are ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`];
}

async function lostRecordings(
  pool: Database['pool'],
  files: FileStore,
  { recordings }: Acknowledged,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; audio: string }>(
    'select id, audio from calls where audio is not null',
  );
  const found = await Promise.all(
    rows.map(async ({ id, audio }) => {
      const hash = createHash('sha256');
      for await (const chunk of files.createReadStream(audio)) hash.update(chunk as Uint8Array);
      return [id, hash.digest('hex')] as const;
    }),
  );
  return differences('recording', found, recordings);
}
