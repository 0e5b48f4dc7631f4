import { z } from 'zod';
import * as browser from 'zod/mini';
import { maxViewName } from './rules/saved-views.ts';
import { type ViewPath, viewAddressProblems, viewPaths } from './rules/view-address.ts';
import { viewMailFrequencies } from './rules/view-mails.ts';
import { route } from './wire/route.ts';

export const savedViewSchema = browser.object({
  id: browser.string(),
  name: browser.string(),
  path: browser.enum(viewPaths),
  /** URL parameters, without accounts that the viewer cannot see and ids of things in them. */
  address: browser.record(
    browser.string(),
    browser.union([browser.string(), browser.array(browser.string())]),
  ),
  /** Such as "Missed Calls · Silver Dental · Last 30 days". */
  description: browser.string(),
  /** Accounts that the viewer lacks. */
  leftOutAccounts: browser.int(),
  /** Filters with a value of such accounts. */
  leftOutFilters: browser.int(),
  /** The viewer has none of the accounts, so the view cannot be opened. */
  hasNoAccounts: browser.boolean(),
  /** Office that shares it; null if private. */
  sharedWith: browser.nullable(browser.object({ id: browser.string(), name: browser.string() })),
  isOwn: browser.boolean(),
  ownerName: browser.nullable(browser.string()),
  /** Its owner and primary contacts of its office. */
  canChange: browser.boolean(),
  revision: browser.int(),
  isStartPage: browser.boolean(),
  /** The link is mailed to the viewer at 8:00 in the office's time zone. */
  mail: browser.object({
    frequency: browser.enum(viewMailFrequencies),
    /** 0 (Sunday) to 6, for weekly mails; monthly mails come on the first. */
    weekday: browser.int(),
    timeZone: browser.string(),
  }),
});
export type SavedView = z.infer<typeof savedViewSchema>;

const viewReply = z.object(savedViewSchema.shape);

const params = z.object({ id: z.uuid('Name a view by its id.') });

const name = z
  .string({ error: 'Give the view a name.' })
  .trim()
  .min(1, 'Give the view a name.')
  .max(maxViewName, `Use at most ${maxViewName} characters.`)
  .regex(/^\P{Cc}*$/u, 'Use one line.');

const revision = z.int({ error: 'Use the revision of the view that is changed.' }).min(1);

const accountId = z
  .string({ error: 'Use the id of an account, or null.' })
  .min(1, 'Use the id of an account, or null.')
  .max(200, 'Use at most 200 characters.')
  .nullable();

const text = z
  .string({ error: 'Use a text, or a list of texts.' })
  .max(16_000, 'Use at most 16,000 characters.');

const screenShape = {
  path: z.enum(viewPaths, { error: `Use one of ${viewPaths.join(', ')}.` }),
  address: z.record(
    z.string().max(40),
    z.union([text, z.array(text).max(1000, 'Use at most 1,000 values.')], {
      error: 'Use a text, or a list of texts.',
    }),
    {
      error: 'Use the parameters of an address by their names.',
    },
  ),
};

const checkAddress = (
  { path, address }: { path?: ViewPath | undefined; address?: Record<string, string | string[]> | undefined },
  context: z.RefinementCtx,
) => {
  if (path === undefined || address === undefined) return;
  for (const [parameter, message] of viewAddressProblems(path, address))
    context.addIssue({
      code: 'custom',
      path: parameter === '' ? ['address'] : ['address', parameter],
      message,
    });
};

export const listSavedViews = route({
  service: 'data',
  method: 'GET',
  path: '/views',
  access: 'full',
  summary: 'Lists the saved views of the viewer and those that are shared with their offices, by name.',
  reply: z.object({ records: z.array(viewReply) }),
});

/** Errors: 404 for a view that was removed or is not shared with the viewer. */
export const getSavedView = route({
  service: 'data',
  method: 'GET',
  path: '/views/:id',
  access: 'full',
  summary:
    'Returns a saved view, without the accounts that the viewer does not have and what belongs to them.',
  params,
  reply: viewReply,
});

/** Errors: 403 for another customer's office; 422 for a name in use or too many views. */
export const createSavedView = route({
  service: 'data',
  method: 'POST',
  path: '/views',
  access: 'full',
  summary: 'Saves a screen under a name, for the viewer alone or for an office.',
  body: z
    .strictObject({
      name,
      ...screenShape,
      accountId,
    })
    .superRefine(checkAddress),
  reply: viewReply,
});

/** 403 for another customer's office, 404, or 422: not the owner, old `revision`, name in use, too many views. */
export const changeSavedView = route({
  service: 'data',
  method: 'PUT',
  path: '/views/:id',
  access: 'full',
  summary:
    'Changes the name of a saved view, what it shows, or who sees it; what is absent stays, and so do accounts and filters that the viewer does not see.',
  params,
  body: z
    .strictObject({
      revision,
      name: name.optional(),
      path: screenShape.path.optional(),
      address: screenShape.address.optional(),
      /** Only the owner can change it. */
      accountId: accountId.optional(),
    })
    .superRefine((change, context) => {
      if ((change.path === undefined) !== (change.address === undefined))
        context.addIssue({ code: 'custom', path: ['address'], message: 'Use path and address together.' });
      checkAddress(change, context);
    }),
  reply: viewReply,
});

/** Errors: 404 as above; 422 for users other than its owner and its office's primary contacts. */
export const deleteSavedView = route({
  service: 'data',
  method: 'DELETE',
  path: '/views/:id',
  access: 'full',
  summary: 'Deletes a saved view, for everyone who sees it.',
  params,
  reply: z.object({}),
});

export const saveViewSettings = route({
  service: 'data',
  method: 'PUT',
  path: '/views/:id/settings',
  access: 'full',
  summary:
    'Sets what the viewer alone gets of a saved view: as their start page, and its link by mail; what is absent stays.',
  params,
  body: z.strictObject({
    /** Replaces the previous start page. */
    isStartPage: z.boolean({ error: 'Use true or false.' }).optional(),
    mail: z
      .strictObject({
        frequency: z.enum(viewMailFrequencies, { error: `Use one of ${viewMailFrequencies.join(', ')}.` }),
        weekday: z
          .int({ error: 'Use 0 for Sunday to 6.' })
          .min(0, 'Use 0 for Sunday to 6.')
          .max(6, 'Use 0 for Sunday to 6.'),
      })
      .optional(),
  }),
  reply: viewReply,
});

export const getStartPage = route({
  service: 'data',
  method: 'GET',
  path: '/start-page',
  access: 'full',
  summary: 'Returns what opens for the viewer after they sign in.',
  reply: z.object({
    /** Null if none was chosen, it was removed or cannot be opened. */
    view: viewReply.nullable(),
    /** Whether Today opens: the viewer's choice, else the provider's. Always false with a view. */
    today: z.boolean(),
  }),
});

/** Replaces a view that was the start page. */
export const saveStartPage = route({
  service: 'data',
  method: 'PUT',
  path: '/start-page',
  access: 'full',
  summary: 'Sets whether Today or the campaigns open for the viewer after they sign in.',
  body: z.strictObject({ today: z.boolean({ error: 'Use true or false.' }) }),
  reply: z.object({}),
});
