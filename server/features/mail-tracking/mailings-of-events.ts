import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { campaignMetadata, type EventSource, type MailEvent, type RecordedEvents } from './mail-event.ts';

export interface EventOfMailing {
  event: MailEvent;
  accountId: string;
  campaignId: string;
  /** Day at the office, `YYYY-MM-DD`. */
  day: string;
}

interface FoundMailing {
  position: number;
  accountId: string;
  campaignId: string;
  day: string;
}

const maxReference = 200;

/** Reference by which an operator can assign an unknown mailing. It omits the serial number, which would identify the piece. */
function referenceOf({ piece, campaignId }: MailEvent): string {
  if (campaignId !== null) return `campaign ${campaignId}`.slice(0, maxReference);
  return typeof piece === 'string' ? `no ${campaignMetadata}` : `Mailer ID ${piece.mailerId}`;
}

const timeOf = ({ at }: MailEvent) => (typeof at === 'string' ? null : at);
const dayOf = ({ at }: MailEvent) => (typeof at === 'string' ? at : null);
const localDay = sql`coalesce(sent.day, (sent.at at time zone accounts.time_zone)::date)`;

async function namedMailings(
  database: Queryable,
  events: readonly [position: number, event: MailEvent][],
): Promise<FoundMailing[]> {
  if (events.length === 0) return [];
  const { rows } = await sql<FoundMailing>`
    select sent.position, campaigns.account_id as "accountId", campaigns.id as "campaignId", to_char(${localDay}, 'YYYY-MM-DD') as day
    from unnest(${events.map(([position]) => position)}::integer[], ${events.map(([, { campaignId }]) => campaignId)}::text[],
      ${events.map(([, event]) => timeOf(event))}::timestamptz[], ${events.map(([, event]) => dayOf(event))}::date[]
    ) as sent (position, campaign_id, at, day)
    join campaigns on campaigns.id = sent.campaign_id and not campaigns.deleted
    join accounts on accounts.id = campaigns.account_id and not accounts.deleted`.execute(database);
  return rows;
}

/** Of several mailings with the same serial number, finds the last one that had begun by the time of the event. */
async function mailingsOfBarcodes(
  database: Queryable,
  events: readonly [position: number, event: MailEvent][],
): Promise<FoundMailing[]> {
  const coded = events.flatMap(([position, event]) =>
    typeof event.piece === 'string' ? [] : [{ position, event, piece: event.piece }],
  );
  if (coded.length === 0) return [];
  const { rows } = await sql<FoundMailing>`
    select distinct on (sent.position) sent.position, campaigns.account_id as "accountId", campaigns.id as "campaignId",
      to_char(${localDay}, 'YYYY-MM-DD') as day
    from unnest(${coded.map(({ position }) => position)}::integer[], ${coded.map(({ piece }) => piece.mailerId)}::text[],
      ${coded.map(({ piece }) => piece.serial)}::integer[], ${coded.map(({ event }) => timeOf(event))}::timestamptz[],
      ${coded.map(({ event }) => dayOf(event))}::date[]
    ) as sent (position, mailer_id, serial, at, day)
    join mail_pieces on int4range(mail_pieces.serial_from, mail_pieces.serial_to, '[]') @> sent.serial
      and mail_pieces.mailer_id = sent.mailer_id and not mail_pieces.deleted
    join campaigns on campaigns.account_id = mail_pieces.account_id and campaigns.id = mail_pieces.campaign_id
      and not campaigns.deleted
    join accounts on accounts.id = campaigns.account_id and not accounts.deleted
    where mail_pieces.from_date <= ${localDay}
    order by sent.position, mail_pieces.from_date desc, mail_pieces.id`.execute(database);
  return rows;
}

async function assignedMailings(
  database: Queryable,
  { findAssignments }: Pick<EventSource, 'findAssignments'>,
  events: readonly [position: number, event: MailEvent][],
): Promise<FoundMailing[]> {
  if (events.length === 0 || !findAssignments) return [];
  const references = [...new Set(events.map(([, event]) => referenceOf(event)))];
  const assignments = await findAssignments(references);
  if (assignments.size === 0) return [];
  const assigned = events.flatMap(([position, event]): [number, MailEvent][] => {
    const target = assignments.get(referenceOf(event));
    return target ? [[position, { ...event, campaignId: target.targetId }]] : [];
  });
  const accounts = new Map([...assignments.values()].map(({ targetId, accountId }) => [targetId, accountId]));
  const found = await namedMailings(database, assigned);
  return found.filter(({ campaignId, accountId }) => accounts.get(campaignId) === accountId);
}

/** Finds mailings by the named campaign, otherwise by barcode, otherwise by an operator's assignment. */
export async function mailingsOfEvents(
  database: Queryable,
  source: Pick<EventSource, 'findAssignments'>,
  events: readonly MailEvent[],
): Promise<{ known: EventOfMailing[]; unknown: RecordedEvents['unknown'] }> {
  const numbered = events.map((event, position): [number, MailEvent] => [position, event]);
  const found = [
    ...(await namedMailings(
      database,
      numbered.filter(([, { campaignId }]) => campaignId !== null),
    )),
    ...(await mailingsOfBarcodes(
      database,
      numbered.filter(([, { campaignId }]) => campaignId === null),
    )),
  ];
  const byPosition = new Map(found.map(({ position, ...mailing }) => [position, mailing]));
  const others = numbered.filter(([position]) => !byPosition.has(position));
  for (const { position, ...mailing } of await assignedMailings(database, source, others))
    byPosition.set(position, mailing);
  return {
    known: numbered.flatMap(([position, event]) => {
      const mailing = byPosition.get(position);
      return mailing ? [{ event, ...mailing }] : [];
    }),
    unknown: others.flatMap(([position, event]) =>
      byPosition.has(position) ? [] : [{ reference: referenceOf(event), event }],
    ),
  };
}
