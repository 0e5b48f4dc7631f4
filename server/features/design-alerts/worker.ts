import {
  type DesignAlertType,
  holdsConcepts,
  isReminderDue,
  reviewersToTell,
} from '@mailcall/contract/rules/design-alerts.ts';
import { isolated } from '@mailcall/contract/rules/shown-text.ts';
import { days, seconds } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { RepeatedWork } from '../../platform/intervals.ts';
import type { Logger } from '../../platform/log.ts';
import { accountNamesFor } from '../identity/index.ts';
import type { Brand } from '../brands/index.ts';
import type { Outbox } from '../outbox/index.ts';
import { decisionMessage, type DesignMessage, reviewMessage, type ToldDecision } from './design-messages.ts';
import { readDeskReceivers, readReviewPeople, type Receiver, receiversOf } from './receivers.ts';
import { accountsWithWork, readWaiting, type WaitingDesign } from './waiting-designs.ts';

/** A minute at most, as other real-time alerts. */
const interval = seconds(20);

/** Milliseconds that a message is worth sending. */
const lifetime = days(3);
/** Older decisions, after an outage, are known by other ways. */
const longestDelay = days(7);

interface DesignAlertDependencies {
  database: Database;
  clock: Clock;
  log: Logger;
  outbox: Pick<Outbox, 'write' | 'brands'>;
  unsubscribeLinks: {
    urlOf(publicUrl: string, subject: { designsOf: string; alertType: DesignAlertType }): string;
  };
}

type ReviewAlert = 'Design to Review Alert' | 'Design Due Alert';
const storedAlerts = { 'Design to Review Alert': 'review', 'Design Due Alert': 'due' } as const;

/** Runs in every process that does jobs; these share the accounts. */
export class DesignAlerts {
  readonly #dependencies: DesignAlertDependencies;
  readonly #looking: RepeatedWork;

  constructor(dependencies: DesignAlertDependencies) {
    this.#dependencies = dependencies;
    this.#looking = new RepeatedWork(
      () => this.look(),
      interval,
      (error) => dependencies.log.error({ err: error }, 'looking for alerts about designs failed'),
    );
  }

  start(): void {
    this.#looking.start();
  }

  stop(): Promise<void> {
    return this.#looking.stop();
  }

  /** One transaction per account, so that a failure does not hold back the others. */
  async look(): Promise<void> {
    const { database, clock, log } = this.#dependencies;
    const now = clock.now();
    for (const accountId of await accountsWithWork(database.kysely, now)) {
      if (this.#looking.isStopped) return;
      try {
        await database.transaction((transaction) => this.#tellOfAccount(transaction, accountId, now));
      } catch (error) {
        log.error({ err: error, account: accountId }, 'the alerts about designs of an account failed');
      }
    }
  }

  async #tellOfAccount(transaction: Queryable, accountId: string, now: Date): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`design alerts ${accountId}`}, 0))`.execute(
      transaction,
    );
    const { rows } = await sql<{ timeZone: string }>`
      select time_zone as "timeZone" from accounts where id = ${accountId} and not deleted`.execute(
      transaction,
    );
    const waiting = rows[0] ? await readWaiting(transaction, accountId, now) : [];
    const untold = waiting.filter(({ reviewIsUntold }) => reviewIsUntold);
    const concepts = untold.flatMap(({ isConcept, sentAt }) => (isConcept && sentAt ? [sentAt] : []));
    const told = holdsConcepts(concepts, now) ? untold.filter(({ isConcept }) => !isConcept) : untold;
    const due = waiting.filter(
      ({ dueIsUntold, sentAt, ...design }) =>
        dueIsUntold && sentAt && isReminderDue({ ...design, sentAt }, rows[0]?.timeZone ?? 'UTC', now),
    );
    await this.#tellReviewers(transaction, { accountId, now, alertType: 'Design to Review Alert' }, told);
    await this.#tellReviewers(transaction, { accountId, now, alertType: 'Design Due Alert' }, due);
    await this.#tellDecisions(transaction, accountId, now);
  }

  async #tellReviewers(
    transaction: Queryable,
    { accountId, now, alertType }: { accountId: string; now: Date; alertType: ReviewAlert },
    designs: readonly WaitingDesign[],
  ): Promise<void> {
    if (designs.length === 0) return;
    const brand = await this.#dependencies.outbox.brands.of(transaction, { accountId });
    const people = await readReviewPeople(transaction, accountId);
    const receivers = await receiversOf(transaction, people, alertType);
    const known = await this.#toldBefore(transaction, { accountId, alertType }, designs);
    const groups = new Map<string, { to: Receiver; designs: WaitingDesign[] }>();
    for (const design of designs) {
      const chosen = new Set(reviewersToTell(people, design.reviewerIds).map(({ id }) => id));
      for (const to of receivers) {
        if (!chosen.has(to.contactId)) continue;
        if (known.has(JSON.stringify([design.versionId, to.contactId, to.channel]))) continue;
        const key = `${to.channel} ${to.contactId}`;
        const group = groups.get(key) ?? { to, designs: [] };
        group.designs.push(design);
        groups.set(key, group);
      }
    }
    const names = await accountNamesFor(
      transaction,
      accountId,
      [...groups.values()].map(({ to }) => to.contactId),
    );
    const written: object[] = designs.map((design) => storedAlert(design, null));
    for (const { to, designs: ofReceiver } of groups.values()) {
      const [first, ...rest] = ofReceiver.map((design) => ({ ...design, accountId }));
      if (!first) continue;
      const unsubscribeUrl = this.#unsubscribeUrl(brand, to.contactId, alertType);
      const message = reviewMessage(alertType, [first, ...rest], brand.provider, {
        office: isolated(names.get(to.contactId) ?? ''),
        unsubscribeUrl,
        publicUrl: brand.publicUrl,
      });
      const outboxId = await this.#write(transaction, to, { brand, message, alertType, now, unsubscribeUrl });
      written.push(...ofReceiver.map((design) => storedAlert(design, { ...to, outboxId })));
    }
    await sql`
      insert into design_alerts (account_id, version_id, design_id, alert, sending_id, contact_id, channel, written_at, outbox_id)
      select ${accountId}, "versionId", "designId", ${storedAlerts[alertType]}, "sendingId", "contactId", channel, ${now}::timestamptz, "outboxId"
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as stored("versionId" text, "designId" text, "sendingId" text,
        "contactId" text, channel text, "outboxId" uuid)`.execute(transaction);
  }

  /** A person chosen later hears of the version, the others not again. A later due date is new for all. */
  async #toldBefore(
    transaction: Queryable,
    { accountId, alertType }: { accountId: string; alertType: ReviewAlert },
    designs: readonly WaitingDesign[],
  ): Promise<Set<string>> {
    if (alertType === 'Design Due Alert') return new Set();
    const { rows } = await sql<{ versionId: string; contactId: string; channel: string }>`
      select version_id as "versionId", contact_id as "contactId", channel from design_alerts
      where account_id = ${accountId} and alert = 'review' and contact_id <> ''
        and version_id = any(${designs.map(({ versionId }) => versionId)}::text[])`.execute(transaction);
    return new Set(
      rows.map(({ versionId, contactId, channel }) => JSON.stringify([versionId, contactId, channel])),
    );
  }

  async #tellDecisions(transaction: Queryable, accountId: string, now: Date): Promise<void> {
    const { rows } = await sql<{
      designId: string;
      decision: ToldDecision['decision'];
      contactId: string;
      at: Date;
    }>`
      delete from design_decisions where account_id = ${accountId}
      returning design_id as "designId", decision, contact_id as "contactId", decided_at as at`.execute(
      transaction,
    );
    const brand = await this.#dependencies.outbox.brands.own(transaction);
    const fresh = rows.filter(({ at }) => now.getTime() - at.getTime() < longestDelay);
    for (const { designId, decision, contactId } of fresh) {
      const design = await readDecidedDesign(transaction, accountId, designId);
      if (!design) continue;
      const { rows: people } = await sql<{ name: string }>`
        select coalesce(nullif(name, ''), email) as name from contacts where id = ${contactId}`.execute(
        transaction,
      );
      const { senderId, salesContact } = design;
      for (const to of await readDeskReceivers(transaction, { accountId, senderId, salesContact })) {
        const alertType = 'Design Decision Alert';
        const unsubscribeUrl = this.#unsubscribeUrl(brand, to.contactId, alertType);
        const message = decisionMessage(
          { ...design, decision, designId, by: people[0]?.name ?? '' },
          {
            office: isolated(design.office),
            unsubscribeUrl,
            publicUrl: brand.publicUrl,
          },
        );
        await this.#write(transaction, to, { brand, message, alertType, now, unsubscribeUrl });
      }
    }
  }

  #unsubscribeUrl({ publicUrl }: Brand, contactId: string, alertType: DesignAlertType): string {
    return this.#dependencies.unsubscribeLinks.urlOf(publicUrl, { designsOf: contactId, alertType });
  }

  #write(
    transaction: Queryable,
    { channel, address }: Receiver,
    {
      brand,
      message,
      alertType,
      now,
      unsubscribeUrl,
    }: {
      brand: Brand;
      message: DesignMessage;
      alertType: DesignAlertType;
      now: Date;
      unsubscribeUrl: string;
    },
  ): Promise<string> {
    const outgoing = {
      brand,
      recipient: address,
      goodUntil: new Date(now.getTime() + lifetime),
      alertType,
    };
    return this.#dependencies.outbox.write(
      transaction,
      channel === 'sms'
        ? { ...outgoing, channel, text: message.text }
        : { ...outgoing, channel, letter: message.mail, unsubscribeUrl },
    );
  }
}

const storedAlert = (
  { id, versionId, sendingId }: WaitingDesign,
  to: (Pick<Receiver, 'contactId' | 'channel'> & { outboxId: string }) | null,
) => ({
  designId: id,
  versionId,
  sendingId,
  contactId: to?.contactId ?? '',
  channel: to?.channel ?? '',
  outboxId: to?.outboxId ?? null,
});

interface DecidedDesign extends Pick<ToldDecision, 'designName' | 'version' | 'openComments'> {
  office: string;
  senderId: string | null;
  salesContact: { id: string; email: string | null } | null;
}

async function readDecidedDesign(
  transaction: Queryable,
  accountId: string,
  designId: string,
): Promise<DecidedDesign | undefined> {
  const { rows } = await sql<DecidedDesign & { salesContactId: string | null }>`
    select designs.name as "designName", accounts.name as office, designs.sales_contact_id as "salesContactId",
      (select max(version.version) from design_versions version
        where version.account_id = designs.account_id and version.design_id = designs.id and not version.deleted) as version,
      (select review.sent_by_id from design_reviews review
        where review.account_id = designs.account_id and review.design_id = designs.id
        order by review.sent_at desc limit 1) as "senderId",
      (select count(*)::int from review_comments comment
        where comment.account_id = designs.account_id and comment.design_id = designs.id and comment.reply_to is null
          and comment.status in ('Pending', 'Rejected') and not comment.deleted) as "openComments"
    from designs join accounts on accounts.id = designs.account_id
    where designs.account_id = ${accountId} and designs.id = ${designId} and not designs.deleted`.execute(
    transaction,
  );
  const [found] = rows;
  if (!found) return undefined;
  const { rows: sales } = await sql<{ id: string; email: string | null }>`
    select id, email from sales_contacts where id = ${found.salesContactId} and not deleted`.execute(
    transaction,
  );
  return { ...found, salesContact: sales[0] ?? null };
}
