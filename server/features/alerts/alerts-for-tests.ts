import { providerSchema } from '@mailcall/contract/provider.ts';
import type { DayMode } from '@mailcall/contract/time/days.ts';
import { sql } from 'kysely';
import type { AlertFrequency, AlertMethod, AlertType } from '@mailcall/contract/rules/alert-types.ts';
import { bumpAccountVersions } from '../changes/index.ts';
import { openOutbox, type Outbox } from '../outbox/index.ts';
import { type FixedClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { createLog, type Logger } from '../../platform/log.ts';
import { AlertEngine } from './engine.ts';
import { presentAddress } from './send.ts';

const provider = providerSchema.parse({ name: 'Post & Sons', supportAddress: 'help@post.example' });

export function engineOf(
  {
    database,
    clock,
    smtpUrl,
    dayMode = 'utc',
  }: { database: Database; clock: FixedClock | { now(): Date }; smtpUrl?: string; dayMode?: DayMode },
  {
    log = createLog({ logLevel: 'error' }, { write: (line) => process.stderr.write(line) }),
    ...options
  }: { interval?: number; log?: Logger } = {},
): { engine: AlertEngine; outbox: Outbox; log: Logger } {
  const environment = {
    smtpUrl,
    mailFrom: undefined,
    smsUrl: undefined,
    publicUrl: 'http://portal.test',
    brandOrigins: [],
    idleTime: 1800,
    dayMode,
  };
  const outbox = openOutbox({ database, clock, log, provider, environment, alertCheck: presentAddress });
  const unsubscribeLinks = {
    urlOf: (_publicUrl: string, subject: object) =>
      `http://portal.test/unsubscribe${'listId' in subject ? '?list' : ''}`,
  };
  const dependencies = { database, clock, log, environment, outbox, unsubscribeLinks };
  return { engine: new AlertEngine(dependencies, options), outbox, log };
}

export type CallKind = 'unscored' | 'answered' | 'opportunity' | 'booked' | 'missed';

export async function putCalls(
  database: Database,
  accountId: string,
  calls: readonly { id: string; at: Date | string; kind: CallKind; campaignId?: string }[],
): Promise<void> {
  await database.transaction(async (transaction) => {
    const version = (await bumpAccountVersions(transaction, [accountId])).get(accountId) ?? '0';
    for (const { id, at, kind, campaignId = null } of calls) {
      const answered = kind === 'unscored' ? null : kind === 'missed' ? 4 : 1;
      const opportunity = kind === 'opportunity' || kind === 'booked';
      const booked = kind === 'booked' ? 1 : 0;
      await sql`
        insert into calls (account_id, id, call_date_time, answered_by, opportunity, appointment_count, campaign_id, version)
        values (${accountId}, ${id}, ${at}, ${answered}, ${opportunity}, ${booked}, ${campaignId}, ${version}::bigint)
        on conflict (account_id, id) do update set answered_by = excluded.answered_by, opportunity = excluded.opportunity,
          appointment_count = excluded.appointment_count, campaign_id = excluded.campaign_id, version = excluded.version`.execute(
        transaction,
      );
      if (booked)
        await sql`
          insert into appointments (account_id, id, call_id) values (${accountId}, ${`${id}-visit`}, ${id})
          on conflict do nothing`.execute(transaction);
    }
  });
}

/** No methods switch the alert off. */
export async function setAlert(
  database: Database,
  setting: {
    accountId: string;
    contactId: string;
    alertType: AlertType;
    frequency: AlertFrequency;
    methods: readonly AlertMethod[];
  },
): Promise<void> {
  const { accountId, contactId, alertType, frequency, methods } = setting;
  if (methods.length === 0) {
    await sql`
      update notification_settings set deleted = true
      where account_id = ${accountId} and contact_id = ${contactId} and alert_type = ${alertType}`.execute(
      database.kysely,
    );
    return;
  }
  await sql`
    insert into notification_settings (account_id, id, contact_id, alert_type, frequency, methods)
    values (${accountId}, ${`${accountId} ${contactId} ${alertType}`}, ${contactId}, ${alertType}, ${frequency}, ${[...methods]})
    on conflict (account_id, id) do update
      set frequency = excluded.frequency, methods = excluded.methods, deleted = false`.execute(
    database.kysely,
  );
}

/** Every alert as `contact channel type key`, with a star while it has no message, in order of messages. */
export async function writtenAlerts(database: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', contact_id, channel, replace(alert_type, ' Alert', ''), event_key)
      || case when outbox_id is null then ' *' else '' end as text
    from alerts order by created_at, happened_at, 1`.execute(database.kysely);
  return rows.map(({ text }) => text);
}
