import type { MailingStory } from '@mailcall/contract/mailing-story.ts';
import { type Change, changeOf } from '@mailcall/contract/rules/change.ts';
import {
  minEarlierMailings,
  storyDays,
  type StoryPeriod,
  type StoryPoint,
  storyPoints,
  usualResponse,
} from '@mailcall/contract/rules/mailing-story.ts';
import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { addDays } from '@mailcall/contract/time/periods.ts';
import { perThousand, thousands } from '@mailcall/contract/rules/rates.ts';
import { minRatedCalls } from '@mailcall/contract/rules/sample-size.ts';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { monthAndDay } from '../../ui/dates.ts';
import { daysInWords } from '../../ui/days-in-words.ts';

export const callsText = (count: number): string => `${thousands(count)} ${count === 1 ? 'call' : 'calls'}`;

export const comparedDays = (length: number): string =>
  length === storyDays ? `first ${storyDays / 7} weeks` : length === 1 ? 'first day' : `first ${length} days`;

/** Calls in the compared days, and the usual number; null if too few mailings were delivered before. */
export function callsInComparedDays(story: MailingStory): { calls: number; usual: number | null } {
  const calls = story.days.reduce((sum, day) => sum + day.calls, 0);
  return { calls, usual: pointsOf(story, 'total').at(-1)?.usual ?? null };
}

export const pointsOf = ({ deliveryDay, days, earlier }: MailingStory, period: StoryPeriod): StoryPoint[] =>
  deliveryDay === null ? [] : storyPoints({ deliveryDay, days, earlier }, period);

export function callsChange(story: MailingStory): Change | null {
  const { calls, usual } = callsInComparedDays(story);
  if (usual === null) return null;
  return changeOf(
    { value: calls, of: calls },
    { value: usual, of: usual },
    { kind: 'count', direction: 'more is good' },
  );
}

/** Calls per thousand pieces, of all days and of the compared ones; null if the pieces are not known. */
export function responseOf(
  story: MailingStory,
): { all: number; compared: number; usual: number | null; change: Change | null } | null {
  const { quantity, calls, earlier } = story;
  if (quantity === null || quantity === 0) return null;
  const compared = callsInComparedDays(story);
  const [rate, usual] = [perThousand(compared.calls, quantity), usualResponse(earlier)];
  const change =
    usual === null
      ? null
      : changeOf(
          { value: rate, of: compared.calls },
          { value: usual.perThousand, of: usual.calls },
          { kind: 'count', direction: 'more is good' },
        );
  return { all: perThousand(calls, quantity), compared: rate, usual: usual?.perThousand ?? null, change };
}

export function storySentence(story: MailingStory, campaignType: string): string {
  const { days, earlier } = story;
  const { calls, usual } = callsInComparedDays(story);
  const count = `${calls === 0 ? 'No calls' : callsText(calls)} in the ${comparedDays(days.length)}.`;
  if (usual !== null)
    return `${count} Usual by then: ${thousands(usual)}, the median of the last ${earlier.length} ${campaignType} mailings before it.`;
  return `${count} ${fewEarlierText(earlier.length, campaignType)}`;
}

const fewEarlierText = (count: number, campaignType: string): string =>
  count === 0
    ? `No earlier ${campaignType} mailing with calls to compare with.`
    : `Only ${count} ${campaignType} ${count === 1 ? 'mailing' : 'mailings'} with calls came before; what is usual is shown from ${minEarlierMailings} on.`;

export function noDaysText({ deliveryDay, deliveryDayFrom }: MailingStory, today: string): string {
  if (deliveryDay === null) return 'Calls by day need the delivery date or week.';
  const day = formatDay(deliveryDay);
  const when = deliveryDayFrom === 'week' ? `in the week of ${day}` : null;
  return deliveryDay > today
    ? `Delivery is expected ${when ?? `on ${day}`}.`
    : `Delivered ${when ?? day}. The first day is shown when it is over.`;
}

export function halfText({ half, deliveryDay }: MailingStory): { value: string; note: string } {
  if (half === null || deliveryDay === null) return unknownHalf;
  switch (half.kind) {
    case 'known':
      return halfDayText(half.day, addDays(deliveryDay, half.day));
    case 'too early':
      return { value: 'Not known yet', note: `From ${formatDay(addDays(deliveryDay, storyDays))} on` };
    case 'too few calls':
      return { value: 'Too few calls', note: `Known from ${minRatedCalls} calls on` };
  }
}

const unknownHalf = { value: 'Not known', note: 'The delivery date is missing' };

function halfDayText(days: number, date: string): { value: string; note: string } {
  if (days === 0) return { value: 'Delivery day', note: formatDay(date) };
  const count = Math.abs(days);
  return {
    value: `${count} ${count === 1 ? 'day' : 'days'}`,
    note: `${days < 0 ? 'before' : 'after'} delivery, by ${formatDay(date)}`,
  };
}

export function pointNames(point: StoryPoint, period: StoryPeriod): { name: string; label: string } {
  const week = Math.floor(point.lastDay / 7) + 1;
  const isWhole = point.lastDay % 7 === 6;
  const days = daysInWords(point);
  switch (period) {
    case 'day':
      return {
        name: `${formatDay(point.startDate)}, day ${point.firstDay}`,
        label: monthAndDay(point.startDate),
      };
    case 'week':
      return { name: `Week ${week}, ${days}${isWhole ? '' : ', so far'}`, label: `Week ${week}` };
    case 'total':
      return {
        name: `Up to ${formatDay(point.endDate)}, week ${week}${isWhole ? '' : ' so far'}`,
        label: `Week ${week}`,
      };
  }
}

export interface CallsOutside {
  count: number;
  when: string;
  days: Partial<DateRange>;
}

export function callsOutside(story: MailingStory): CallsOutside[] {
  const { deliveryDay, deliveryDayFrom, callsBefore, callsAfter, days } = story;
  if (deliveryDay === null) return [];
  const before = {
    count: callsBefore,
    when: `before the delivery ${deliveryDayFrom === 'week' ? 'week' : 'date'}`,
    days: { endDate: addDays(deliveryDay, -1) },
  };
  const after = {
    count: callsAfter,
    when: days.length === storyDays ? `after the ${comparedDays(storyDays)}` : 'today, which is not over',
    days: { startDate: addDays(deliveryDay, days.length) },
  };
  return [before, after].filter(({ count }) => count > 0);
}
