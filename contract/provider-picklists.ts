import { z } from 'zod';
import { route } from './wire/route.ts';

export const maxMovedOffices = 2000;

const text = (max: number, missing: string) =>
  z.string().trim().min(1, missing).max(max, `Use at most ${max} characters.`);
const value = text(500, 'Value must not be empty.');
const label = text(500, 'Name must not be empty.');
const group = z.enum(['mailing', 'non-mailing'], { error: 'Use mailing or non-mailing.' }).nullable();
const object = z.enum(['score', 'campaign'], { error: 'Use score or campaign.' });
const field = text(200, 'Name the list.');
const nothing = z.strictObject({});

export const picklistValueSchema = z.object({
  value: z.string(),
  label: z.string(),
  /** Of campaign types; null if it is not known. */
  group,
  isRetired: z.boolean(),
  /** What the feed sent last, of what was changed here. */
  feedSays: z.object({ label: z.string().optional(), group: group.optional() }),
  isMadeHere: z.boolean(),
});
export type PicklistValue = z.output<typeof picklistValueSchema>;

export const deskPicklistSchema = z.object({
  object,
  field: z.string(),
  /** In display order. */
  values: z.array(picklistValueSchema),
  /** The list has no values of the provider yet; a change keeps these. */
  areDefaults: z.boolean(),
  /** Found in the data, but in no list: most first. */
  unknown: z.array(
    z.object({
      value: z.string(),
      /** Mailings; null for values of scores, which are not counted. */
      count: z.int().min(1).nullable(),
    }),
  ),
});
export type DeskPicklist = z.output<typeof deskPicklistSchema>;

export const listDeskPicklists = route({
  service: 'data',
  method: 'GET',
  path: '/provider/picklists',
  access: 'team',
  summary:
    'Lists the values of the filters, what the feed says of changed ones, and values of the data that are in no list.',
  reply: z.object({
    lists: z.array(deskPicklistSchema),
    /** Not read as healthcare, of accounts without words of their own; most accounts first. */
    industries: z.array(z.object({ value: z.string(), count: z.int().min(1) })),
  }),
});

/** Errors: 422 by field for wrong values and for those that another person changed; 422 for operators of chosen accounts. */
export const savePicklistValue = route({
  service: 'data',
  method: 'PUT',
  path: '/provider/picklists',
  access: 'team',
  summary: 'Adds, renames, groups or retires a value of a filter.',
  body: z.strictObject({
    object,
    field,
    value,
    label,
    group,
    isRetired: z.boolean(),
    /** As the page showed it; null for a new one. */
    before: z.strictObject({ label: z.string().max(500), group, isRetired: z.boolean() }).nullable(),
  }),
  reply: nothing,
});

/** Errors: 404 if no account has the industry, 422 for operators of chosen accounts and above 2,000 accounts. */
export const moveIndustry = route({
  service: 'data',
  method: 'POST',
  path: '/provider/picklists/industries',
  access: 'team',
  summary: 'Gives all accounts with an industry another one.',
  body: z.strictObject({ from: text(200, 'Name the industry.'), to: text(200, 'Choose an industry.') }),
  reply: z.object({ count: z.int().min(1) }),
});
