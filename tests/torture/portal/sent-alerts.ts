import type { Database } from '../../../server/platform/database.ts';
import type { ReceivedMail } from '../../support/smtp-sink.ts';
import type { Acknowledged } from './acknowledged.ts';

export interface AlertCounts {
  alerts: number;
  /** Messages: a collected message has several alerts. */
  messages: number;
  sent: number;
  /** Alerts that are kept after a burst, to go out together within ten minutes. */
  kept: number;
}

export async function countAlerts({ pool }: Pick<Database, 'pool'>): Promise<AlertCounts> {
  const { rows } = await pool.query<AlertCounts>(`
    select count(*) as alerts, count(distinct outbox_id) as messages,
      count(distinct outbox_id) filter (where outbox.sent_at is not null) as sent,
      count(*) filter (where outbox_id is null and canceled_at is null) as kept
    from alerts left join outbox on outbox.id = outbox_id`);
  return rows[0] ?? { alerts: 0, messages: 0, sent: 0, kept: 0 };
}

export async function alertProblems(
  { pool }: Pick<Database, 'pool'>,
  received: readonly ReceivedMail[],
  { alerts }: Acknowledged,
): Promise<string[]> {
  const problems: string[] = [];
  const { rows: events } = await pool.query<{ call: string; account: string }>(
    `select subject_id as call, account_id as account from alert_events
     where alert_type = 'Missed Call Alert' and alertable order by subject_id`,
  );
  const noted = events.filter(({ account }) => account.startsWith('W'));
  const wanted = [...alerts].map(([call, account]) => `${account} ${call}`).sort();
  const found = noted.map(({ call, account }) => `${account} ${call}`).sort();
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    problems.push(`${found.length} events were noted, not ${wanted.length}`);
  const { rows } = await pool.query<{ account: string; alerts: number }>(
    `select account_id as account, count(*) as alerts from alerts group by account_id`,
  );
  const perAccount = new Map<string, number>();
  for (const account of alerts.values()) perAccount.set(account, (perAccount.get(account) ?? 0) + 1);
  const counted = new Map(rows.map(({ account, alerts: count }) => [account, count]));
  for (const account of new Set([...perAccount.keys(), ...counted.keys()]))
    if (perAccount.get(account) !== counted.get(account))
      problems.push(
        `${account} has ${counted.get(account) ?? 0} alerts, not ${perAccount.get(account) ?? 0}`,
      );
  const ids = new Set(received.map(({ source }) => /^Message-ID: <(.*)@/im.exec(source)?.[1] ?? 'none'));
  const { rows: sent } = await pool.query<{ id: string }>(
    'select distinct outbox_id as id from alerts where sent_at is not null and outbox_id is not null',
  );
  for (const { id } of sent) if (!ids.has(id)) problems.push(`message ${id} is sent and was not received`);
  return problems;
}

export function mailsAgain(received: readonly ReceivedMail[]): number {
  const ids = new Set(received.map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1]));
  return received.length - ids.size;
}
