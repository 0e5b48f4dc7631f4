import { z } from 'zod';
import { editedChangeOf, editedRowSchema, typedValuesOf } from './edited-rows.ts';
import { mailingStatusSchema, mailingSteps } from './rules/mailing.ts';
import { nextStepSchema } from './rules/next-step.ts';
import { sortDirectionSchema } from './rules/paging.ts';
import { calendarDate, listOf, searchQuery, wholeNumber } from './wire/query.ts';
import { pageMetaSchema } from './wire/page.ts';
import { route } from './wire/route.ts';

const stepSchema = z.enum(mailingSteps, { error: `Use one of ${mailingSteps.join(', ')}.` });
const count = z.int().min(0);
/** `YYYY-MM-DD` */
const day = z.string().nullable();

export const providerMailingSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  /** As clients see it. */
  title: z.string(),
  orderNumber: z.string(),
  campaignType: z.string(),
  mediaType: z.string().nullable(),
  quantity: count.nullable(),
  deliveryWeek: day,
  status: mailingStatusSchema.nullable(),
  nextStep: nextStepSchema.nullable(),
  /** Made here, without a design yet: the client cannot approve it, but the provider can enter an approval. */
  lacksDesign: z.boolean(),
  approvedBy: z.string().nullable(),
  days: z.object({ ordered: day, approved: day, printed: day, shipped: day, delivered: day }),
  trackedDays: z.object({ shipped: day, delivered: day }),
  /** At the office. */
  today: z.string(),
});
export type ProviderMailing = z.infer<typeof providerMailingSchema>;

export const providerMailingSorts = ['deliveryWeek', 'orderDate', 'quantity'] as const;
export const providerMailingsPageSize = 50;

export const listProviderMailings = route({
  service: 'data',
  method: 'GET',
  path: '/provider/mailings',
  access: 'provider',
  summary:
    'Lists the mailings of the viewer’s accounts. `query` finds those whose name, label, order number, type or office contains each word.',
  query: z.object({
    page: wholeNumber(1, 1_000_000).default(1),
    pageSize: wholeNumber(1, 200).default(providerMailingsPageSize),
    sort: z
      .enum(providerMailingSorts, { error: `Use one of ${providerMailingSorts.join(', ')}.` })
      .default('deliveryWeek'),
    dir: sortDirectionSchema.default('desc'),
    query: searchQuery.optional(),
    /** `none`: never ordered, such as call tracking. */
    steps: listOf(z.enum([...mailingSteps, 'none']), 6).optional(),
    campaignType: listOf(z.string().min(1).max(200), 100).optional(),
  }),
  reply: z.object({
    meta: pageMetaSchema.omit({ version: true, asOf: true }),
    records: z.array(providerMailingSchema),
  }),
});

const longestDay = 50;

/** Characters */
export const mailingColumnLengths = {
  name: 500,
  label: 500,
  campaign_type: 200,
  media_type: 200,
  quantity: 50,
  cost: 50,
  zone_id: 200,
  delivery_week: longestDay,
  created_date: longestDay,
  order_date: longestDay,
  approval_date: longestDay,
  approved_by: 200,
  print_date: longestDay,
  shipment_date: longestDay,
  delivery_date: longestDay,
  media_started: longestDay,
  media_submitted: longestDay,
  pre_press_completed: longestDay,
};
export type ProviderMailingColumn = keyof typeof mailingColumnLengths;
/** Columns of `campaigns.csv` that the desk's form has; moves write the status. */
export const providerMailingColumns = Object.keys(mailingColumnLengths) as ProviderMailingColumn[];
export type ProviderMailingValues = Partial<Record<ProviderMailingColumn, string | null>>;

const mailingId = z.object({ id: z.string().min(1).max(200) });
const savedMailing = z.object({
  record: providerMailingSchema,
  row: editedRowSchema.pick({ values: true, feedSays: true, isMadeHere: true, feedIds: true }),
});

export const getProviderMailing = route({
  service: 'data',
  method: 'GET',
  path: '/provider/mailings/:id',
  access: 'provider',
  summary: 'Returns a mailing with its values and what the feed says of changed ones.',
  params: mailingId,
  reply: savedMailing,
});

export const createProviderMailing = route({
  service: 'data',
  method: 'POST',
  path: '/provider/mailings',
  access: 'account-manager',
  summary: 'Creates an ordered mailing of an account. 422 names wrong values by column.',
  body: z.strictObject({
    accountId: z.string().min(1).max(200),
    values: typedValuesOf(mailingColumnLengths),
  }),
  reply: savedMailing,
});

export const saveProviderMailing = route({
  service: 'data',
  method: 'PUT',
  path: '/provider/mailings/:id',
  access: 'account-manager',
  summary:
    'Changes values of a mailing. 422 names wrong values, and values that another person changed, by column.',
  params: mailingId,
  body: editedChangeOf(mailingColumnLengths),
  reply: savedMailing,
});

export const takeFeedValuesOfMailing = route({
  service: 'data',
  method: 'POST',
  path: '/provider/mailings/:id/feed-values',
  access: 'account-manager',
  summary: 'Takes what the feed sent last of these columns.',
  params: mailingId,
  body: z.strictObject({
    columns: z
      .array(z.enum([...providerMailingColumns, 'status']))
      .min(1)
      .max(20),
  }),
  reply: savedMailing,
});

export const maxMovedMailings = 200;

export const moveProviderMailings = route({
  service: 'data',
  method: 'POST',
  path: '/provider/mailings/moves',
  access: 'account-manager',
  summary:
    'Moves mailings to a step, all or none, and writes the day that the client’s stepper shows. 422 says by mailing why it cannot move.',
  body: z.strictObject({
    step: stepSchema,
    /** Of the step; a mailing that moves back keeps the day that it has. */
    day: calendarDate,
    /** Of moves to `approved`. */
    approvedBy: z.string().trim().max(200, 'Use at most 200 characters.').optional(),
    mailings: z
      .array(
        z.strictObject({
          id: z.string().min(1).max(200),
          /** The step that the page showed. */
          from: stepSchema.nullable(),
        }),
      )
      .min(1)
      .max(maxMovedMailings, `Move at most ${maxMovedMailings} mailings at once.`),
  }),
  reply: z.object({ records: z.array(providerMailingSchema) }),
});

export const providerMailingOptions = route({
  service: 'data',
  method: 'GET',
  path: '/provider/mailing-options',
  access: 'provider',
  summary: 'Returns the types and media of mailings.',
  reply: z.object({
    campaignTypes: z.array(z.string()),
    mediaTypes: z.array(z.string()),
  }),
});
