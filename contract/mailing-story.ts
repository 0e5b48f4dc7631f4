import { z } from 'zod';
import { callRowSchema } from './calls.ts';
import { maxEarlierMailings, storyDays } from './rules/mailing-story.ts';
import { route } from './wire/route.ts';

const count = z.int().min(0);

/** The best call of a mailing to listen to, by the rule `bestCallOf`. */
export const bestCallSchema = callRowSchema.extend({
  /** Waveform of the recording: peaks from 0 to 100; null when not known. */
  audioPeaks: z.array(z.int().min(0).max(100)).nullable(),
  /** Whether it has a counted appointment. */
  booked: z.boolean(),
  /** Whether the caller was left with a good impression; null when not known. */
  goodImpression: z.boolean().nullable(),
  /** How many calls of the mailing came out as well as this one, itself included. */
  among: z.int().min(1),
});

/** An earlier mailing of the same office and type. */
const earlierMailingSchema = z.object({
  id: z.string(),
  /** The office's own name for it, else the label, else the order number. */
  title: z.string(),
  /** `YYYY-MM-DD`, by the rule `deliveryDay`. */
  deliveryDay: z.string(),
  /** Pieces; null when not known. */
  quantity: count.nullable(),
  /** Calls of each day from its delivery on, as many days as the mailing itself has in `days`. */
  calls: z.array(count).max(storyDays),
});

/** What has come of a mailing since it was delivered. */
export const mailingStorySchema = z.object({
  /** `YYYY-MM-DD`, from which days are counted; null when neither a delivery date nor a week is known. */
  deliveryDay: z.string().nullable(),
  /** What it was taken from; null without one. */
  deliveryDayFrom: z.enum(['date', 'week']).nullable(),
  /** Each whole day from delivery on up to yesterday, at most 56; empty without a delivery day. */
  days: z.array(z.object({ calls: count, opportunity: count })).max(storyDays),
  /** All calls of the mailing, whatever their dates: those before delivery, those of `days`, and those after them. */
  calls: count,
  /** Calls before the day of delivery; 0 without a delivery day. */
  callsBefore: count,
  /** Calls after the days of `days`, those of today included; all calls without a delivery day. */
  callsAfter: count,
  /** Opportunity calls among `calls`. */
  opportunity: count,
  /** Pieces of the mailing; null when not known. */
  quantity: count.nullable(),
  /**
   * The mailings of the same account and type that were delivered before this one and have a call, the latest first, at most
   * five.
   */
  earlier: z.array(earlierMailingSchema).max(maxEarlierMailings),
  /**
   * When half of all calls had come, by the rule `halfOfCalls`; `day` counts from delivery, negative before it. Null without a
   * delivery day.
   */
  half: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('known'), day: z.int() }),
      z.object({ kind: z.literal('too early') }),
      z.object({ kind: z.literal('too few calls') }),
    ])
    .nullable(),
  /** Null when no recorded call is an opportunity or has an appointment. */
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
