import { dueViewMail, type ViewMail } from '@mailcall/contract/rules/view-mails.ts';
import { days, minutes } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { dayText } from '../../platform/sql-terms.ts';
import type { Environment } from '../../platform/env.ts';
import { RepeatedWork } from '../../platform/intervals.ts';
import type { Logger } from '../../platform/log.ts';
import { type Outbox, savedViewKind } from '../outbox/index.ts';
import { receiverOf } from './still-wanted.ts';
import { figuresOfView } from './view-figures.ts';
import { viewMessage } from './view-message.ts';
import { knownZone } from './view-settings.ts';

const defaultInterval = minutes(1);

const day = days(1);
/** Milliseconds that a mail is worth sending; less than until the next one. */
const lifetime = 6 * day;
/** Milliseconds; a later next mail comes from a clock that was wrong. */
const furthestDue = 33 * day;

interface ViewMailDependencies {
  database: Database;
  clock: Clock;
  log: Logger;
  environment: Pick<Environment, 'idleTime' | 'dayMode'>;
  outbox: Pick<Outbox, 'write' | 'brands'>;
  unsubscribeLinks: { urlOf(publicUrl: string, subject: { viewId: string; contactId: string }): string };
}

interface Subscription extends ViewMail {
  contactId: string;
  viewId: string;
  lastDay: string;
  timeZone: string;
}

const isDue = (now: Date) =>
  sql`frequency <> 'off' and (next_due_at <= ${now} or next_due_at > ${new Date(now.getTime() + furthestDue)})`;

/** Undefined if another process writes or wrote the mail. */
async function lockDue(
  transaction: Queryable,
  { contactId, viewId }: Pick<Subscription, 'contactId' | 'viewId'>,
  now: Date,
): Promise<Subscription | undefined> {
  const { rows } = await sql<Omit<Subscription, 'timeZone'>>`
    select contact_id as "contactId", view_id as "viewId", frequency, weekday,
      ${dayText('saved_view_mails.last_day')} as "lastDay"
    from saved_view_mails where contact_id = ${contactId} and view_id = ${viewId} and ${isDue(now)}
    for update skip locked`.execute(transaction);
  const [found] = rows;
  if (!found) return undefined;
  const { rows: offices } = await sql<{ timeZone: string }>`
    select time_zone as "timeZone" from saved_views join accounts on accounts.id = saved_views.account_id
    where saved_views.id = ${viewId}`.execute(transaction);
  return { ...found, timeZone: knownZone(offices[0]?.timeZone ?? 'UTC') };
}

/** Runs in every process that does jobs; these share the work. */
export class SavedViewMails {
  readonly #dependencies: ViewMailDependencies;
  readonly #looking: RepeatedWork;

  constructor(dependencies: ViewMailDependencies) {
    this.#dependencies = dependencies;
    this.#looking = new RepeatedWork(
      () => this.look(),
      defaultInterval,
      (error) => dependencies.log.error({ err: error }, 'looking for mails of saved views failed'),
    );
  }

  start(): void {
    this.#looking.start();
  }

  stop(): Promise<void> {
    return this.#looking.stop();
  }

  /** One transaction per mail, so that a failure does not hold back the others. */
  async look(): Promise<void> {
    const { database, clock, log } = this.#dependencies;
    const now = clock.now();
    const { rows } = await sql<{ contactId: string; viewId: string }>`
      select contact_id as "contactId", view_id as "viewId" from saved_view_mails where ${isDue(now)}
      order by random()`.execute(database.kysely);
    for (const due of rows) {
      if (this.#looking.isStopped) return;
      try {
        await database.transaction((transaction) => this.#write(transaction, due, now));
      } catch (error) {
        log.error({ err: error, view: due.viewId }, 'the mail of a saved view failed');
      }
    }
  }

  /** Writes the mail in the transaction that records it. So it is written once, even if the process ends. */
  async #write(
    transaction: Queryable,
    which: { contactId: string; viewId: string },
    now: Date,
  ): Promise<void> {
    const subscription = await lockDue(transaction, which, now);
    if (!subscription) return;
    const due = dueViewMail(subscription, subscription.lastDay, now, subscription.timeZone);
    const messageId = due.isDue ? await this.#writeMessage(transaction, which, now) : null;
    await sql`
      update saved_view_mails set last_day = ${due.lastDay}, next_due_at = ${due.nextDueAt},
        outbox_id = coalesce(${messageId}::uuid, outbox_id)
      where contact_id = ${which.contactId} and view_id = ${which.viewId}`.execute(transaction);
  }

  /** Null if the person may not have the mail. */
  async #writeMessage(
    transaction: Queryable,
    which: { contactId: string; viewId: string },
    now: Date,
  ): Promise<string | null> {
    const { environment, outbox, unsubscribeLinks } = this.#dependencies;
    const receiver = await receiverOf(transaction, which, { now, environment });
    if (!receiver) return null;
    const { dayMode } = environment;
    const figures = await figuresOfView(transaction, receiver.viewer, receiver.view, { now, dayMode });
    const brand = await outbox.brands.of(transaction, which);
    const unsubscribeUrl = unsubscribeLinks.urlOf(brand.publicUrl, which);
    return outbox.write(transaction, {
      brand,
      channel: 'email',
      recipient: receiver.email,
      goodUntil: new Date(now.getTime() + lifetime),
      alertType: savedViewKind,
      letter: viewMessage({ view: receiver.view, figures }, brand.publicUrl, unsubscribeUrl),
      unsubscribeUrl,
    });
  }
}
