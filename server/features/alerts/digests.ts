import type { Queryable } from '../../platform/database.ts';
import { type DueMessages, writeDigestMessage, writePerformanceMessages } from './compose.ts';
import { type DueDigests } from './digest-days.ts';
import { alertEventsOf } from './event-items.ts';
import { hasRecentActivity } from './performance-activity.ts';
import type { Receiver } from './receivers.ts';
import { toldOf } from './told-events.ts';
import type { WriteContext } from './write-context.ts';

/** Writes due daily and weekly messages: one per alert, receiver and channel with events. */
export async function writeDigests(
  transaction: Queryable,
  context: WriteContext,
  {
    due,
    told,
    receivers,
  }: {
    due: DueDigests;
    /** Last events in earlier messages. */
    told: { dailySequence: number; weeklySequence: number };
    receivers: readonly Receiver[];
  },
): Promise<void> {
  const { dailyDay, weeklyDay } = due.days;
  const dueMessages: DueMessages[] = [
    ...(due.daily ? [{ frequency: 'Daily' as const, day: dailyDay, afterSequence: told.dailySequence }] : []),
    ...(due.weekly
      ? [{ frequency: 'Weekly' as const, day: weeklyDay, afterSequence: told.weeklySequence }]
      : []),
  ];
  for (const messages of dueMessages) {
    const ofFrequency = receivers.filter(({ frequency }) => frequency === messages.frequency);
    if (ofFrequency.length === 0) continue;
    await writeEvents(transaction, context, messages, ofFrequency);
    await writePerformance(transaction, context, messages, ofFrequency);
  }
}

async function writeEvents(
  transaction: Queryable,
  context: WriteContext,
  due: DueMessages,
  receivers: readonly Receiver[],
): Promise<void> {
  const { account } = context;
  const events = await alertEventsOf(transaction, account, { afterSequence: due.afterSequence });
  const wasTold = await toldOf(transaction, account.id, events);
  for (const receiver of receivers)
    for (const to of receiver.addresses) {
      // someone who had real-time alerts until today already knows some
      const untold = events.filter(
        (event) =>
          event.alertType === receiver.alertType &&
          event.sequence > receiver.afterSequence &&
          !wasTold({ ...to, contactId: receiver.contactId }, event),
      );
      if (untold.length > 0)
        await writeDigestMessage(transaction, context, { due, receiver, to, events: untold });
    }
}

async function writePerformance(
  transaction: Queryable,
  context: WriteContext,
  due: DueMessages,
  all: readonly Receiver[],
): Promise<void> {
  const receivers = all.filter(({ alertType }) => alertType === 'Performance Breakdown Alert');
  if (receivers.length === 0 || !(await hasRecentActivity(transaction, context))) return;
  await writePerformanceMessages(transaction, context, { due, receivers });
}
