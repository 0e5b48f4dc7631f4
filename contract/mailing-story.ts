import { z } from 'zod';
import { callRowSchema } from './calls.ts';
import { maxEarlierMailings, storyDays } from './rules/mailing-story.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);

/** By `bestCallOf`. */
export const bestCallSchema = callRowSchema.extend({
  audioPeaks: z.array(z.int().min(0).max(100)).nullable(),
  booked: z.boolean(),
  goodImpression: z.boolean().nullable(),
  /** Calls of the mailing with an equally good outcome, including this one. */
  among: z.int().min(1),
});

const earlierMailingSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** `YYYY-MM-DD`, by `deliveryDay`. */
  deliveryDay: z.string(),
  /** Pieces. */
  quantity: count.nullable(),
  /** Calls per day since delivery, as many days as `days`. */
  calls: z.array(count).max(storyDays),
});

export const mailingStorySchema = z.object({
  /** `YYYY-MM-DD`; null without a delivery date or week. */
  deliveryDay: z.string().nullable(),
  deliveryDayFrom: z.enum(['date', 'week']).nullable(),
  /** Whole days from delivery through yesterday, at most 56. */
  days: z.array(z.object({ calls: count, opportunity: count })).max(storyDays),
  calls: count,
  callsBefore: count,
  /** Including today; all calls without a delivery day. */
  callsAfter: count,
  opportunity: count,
  quantity: count.nullable(),
  /** Newest first, at most five: delivered, with calls, of the same account and type. */
  earlier: z.array(earlierMailingSchema).max(maxEarlierMailings),
  /** Days from delivery until half of the calls had come, negative before it. */
  half: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('known'), day: z.int() }),
      z.object({ kind: z.literal('too early') }),
      z.object({ kind: z.literal('too few calls') }),
    ])
    .nullable(),
  /** Null if no recorded call is an opportunity or has an appointment. */
  bestCall: bestCallSchema.nullable(),
});
export type MailingStory = z.infer<typeof mailingStorySchema>;

/** Errors: 404 for a mailing that the viewer cannot see; 422 for a campaign that is not a delivered mailing. */
export const mailingStory = route({
  service: 'data',
  method: 'GET',
  path: '/mailings/:id/story',
  access: 'full',
  guests: true,
  summary:
    'Returns the calls of a delivered mailing by the day since its delivery, those of earlier mailings of its type, and its best call.',
  params: z.object({ id: z.string().min(1).max(200) }),
  reply: z.object({ record: mailingStorySchema }),
});
