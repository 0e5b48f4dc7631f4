import { z } from 'zod';
import { officeChoiceSchema } from './provider-offices.ts';
import { route } from './wire/route.ts';

/** Values of an office of which one holds after a merge. */
export const mergedValues = [
  'name',
  'parent_id',
  'time_zone',
  'industry',
  'business_label',
  'client_label',
  'address',
  'place',
  'color',
  'brand',
  'hours',
] as const;
export type MergedValue = (typeof mergedValues)[number];

export const mergeSides = ['merged', 'surviving'] as const;
export type MergeSide = (typeof mergeSides)[number];

const officeId = z.string().min(1, 'Choose the other office.').max(200, 'Use at most 200 characters.');
const side = z.enum(mergeSides, { error: 'Use merged or surviving.' });
const count = z.int().min(0);
export const maxMergeAccess = 20_000;

const accessChangeSchema = z.object({
  /** Of the contact; of the webhook for webhooks. */
  id: z.string(),
  kind: z.enum(['contact', 'team', 'link', 'webhook']),
  /** Address of a webhook. */
  name: z.string(),
  email: z.string().nullable(),
  /** Sees the data of the merged, or of the surviving office, and did not before. */
  seesMerged: z.boolean(),
  seesSurviving: z.boolean(),
  /** Number of other offices that the person sees besides. */
  otherOffices: count,
  becomesPrimary: z.boolean(),
});
export type AccessChange = z.output<typeof accessChangeSchema>;

const officeMergeSchema = z.object({
  merged: officeChoiceSchema,
  surviving: officeChoiceSchema,
  /** Sentence that says why these two cannot be merged; null if they can. */
  obstacle: z.string().nullable(),
  /** Texts of both offices, for values that differ. */
  values: z.array(
    z.object({
      value: z.enum(mergedValues),
      merged: z.string().nullable(),
      surviving: z.string().nullable(),
    }),
  ),
  moved: z.object({
    calls: count,
    lines: count,
    mailings: count,
    designs: count,
    patientLists: count,
    people: count,
    offices: count,
  }),
  gaining: z.array(accessChangeSchema).max(maxMergeAccess),
  /** People who lose the data of the merged office. */
  losing: z.array(z.object({ id: z.string(), name: z.string() })).max(maxMergeAccess),
  /** Changes with what has to be confirmed. */
  state: z.string(),
});
export type OfficeMerge = z.output<typeof officeMergeSchema>;

const params = z.object({
  id: z.string().min(1, 'Name the office.').max(200, 'Use at most 200 characters.'),
});

export const previewOfficeMerge = route({
  service: 'data',
  method: 'GET',
  path: '/provider/offices/:id/merge',
  access: 'team',
  summary:
    'Returns what a merge of an account into another (`intoId`) would change: values that differ, rows that move, and who gains access. `group`: whose group holds.',
  params,
  query: z.object({ intoId: officeId, group: side.default('surviving') }),
  reply: officeMergeSchema,
});

export const mergeOffices = route({
  service: 'data',
  method: 'POST',
  path: '/provider/offices/:id/merge',
  access: 'team',
  summary:
    'Merges an account into another, in one transaction and for good. The body confirms each value that differs and everyone who gains access, as the preview named them; 422 otherwise.',
  params,
  body: z.strictObject({
    intoId: officeId,
    state: z.string().max(100, 'Use the state of the preview.'),
    values: z.partialRecord(z.enum(mergedValues), side),
    /** Ids of `gaining`. */
    confirmedIds: z.array(z.string().max(500)).max(maxMergeAccess, 'These are too many.'),
  }),
  reply: officeChoiceSchema,
});
