import { z } from 'zod';
import { hasTooManyTimes, maxTimesOfDay } from './time/day-hours.ts';
import { overlappingTimes } from './rules/office-hours.ts';
import { thousands } from './rules/rates.ts';
import { accountSelectionShape } from './scope/scope.ts';
import { calendarDate } from './wire/query.ts';
import { route } from './wire/route.ts';

const minutes = (least: number, most: number) =>
  z
    .int({ error: 'Use minutes since midnight.' })
    .min(least, `Use ${least} to ${most} minutes since midnight.`)
    .max(most, `Use ${least} to ${most} minutes since midnight.`);

export const openTimeSchema = z
  .strictObject({
    /** 0 (Sunday) to 6. */
    weekday: z
      .int({ error: 'Use 0 for Sunday to 6.' })
      .min(0, 'Use 0 for Sunday to 6.')
      .max(6, 'Use 0 for Sunday to 6.'),
    /** Minutes since midnight, in the office's local time. */
    opens: minutes(0, 1439),
    /** Minutes since midnight; 1440 is midnight of the next day. */
    closes: minutes(1, 1440),
  })
  .refine(({ opens, closes }) => opens < closes, {
    path: ['closes'],
    message: 'An office closes after it opens.',
  });

/** The feed may send more. */
const maxHolidays = 1000;
/** Including the feed's. */
const maxKnownHolidays = 10_000;

export const officeHolidaySchema = z.strictObject({
  date: calendarDate,
  name: z.string().trim().max(200, 'Use at most 200 characters.').nullable(),
});
export type OfficeHoliday = z.infer<typeof officeHolidaySchema>;

/** In order, without overlap. */
export const openTimesSchema = z
  .array(openTimeSchema)
  .max(28, 'Use at most 28 times.')
  .refine((times) => !hasTooManyTimes(times), `Use at most ${maxTimesOfDay} times a day.`)
  .refine((times) => !overlappingTimes(times), 'The times of a day must not overlap.');

const officeHoursShape = {
  /** Empty if not known. */
  open: openTimesSchema,
  holidays: z
    .array(officeHolidaySchema)
    .max(maxHolidays, `Use at most ${thousands(maxHolidays)} holidays.`)
    .refine(
      (holidays) => new Set(holidays.map(({ date }) => date)).size === holidays.length,
      'Name each holiday once.',
    ),
};

export const listOfficeHours = route({
  service: 'data',
  method: 'GET',
  path: '/settings/office-hours',
  access: 'full',
  summary: 'Returns when offices are open, by which the callback desk counts waiting time.',
  query: z.object(accountSelectionShape),
  reply: z.object({
    records: z.array(
      z.object({
        accountId: z.string(),
        timeZone: z.string(),
        open: officeHoursShape.open,
        /** As saved; may exceed the limit. */
        holidays: z.array(officeHolidaySchema),
        /** Only primary contacts of the office. */
        canChange: z.boolean(),
      }),
    ),
  }),
});

/** Errors: 403 for another customer's office, 422 for users other than its primary contacts. */
export const saveOfficeHours = route({
  service: 'data',
  method: 'PUT',
  path: '/settings/office-hours',
  access: 'full',
  summary:
    'Replaces the hours and holidays of an office, for its primary contacts; with `before` only the days and holidays that differ from it.',
  body: z.strictObject({
    accountId: z.string({ error: 'Name the account.' }).min(1, 'Name the account.').max(200),
    ...officeHoursShape,
    /** Hours before the edit. Parts equal in both keep their current value, so that colleagues keep their changes. */
    before: z
      .strictObject({
        open: officeHoursShape.open,
        holidays: z
          .array(officeHolidaySchema)
          .max(maxKnownHolidays, `Use at most ${thousands(maxKnownHolidays)} holidays.`),
      })
      .optional(),
  }),
  reply: z.object({ accountId: z.string() }),
});
