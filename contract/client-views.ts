import { z } from 'zod';
import { searchQuery } from './wire/query.ts';
import { route } from './wire/route.ts';

export const maxFoundContacts = 20;

export const viewableContactSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Of the first accounts, by name. */
  accountNames: z.array(z.string()).max(3),
  accountsCount: z.int().min(0),
});
export type ViewableContact = z.output<typeof viewableContactSchema>;

export const findViewableContacts = route({
  service: 'data',
  method: 'GET',
  path: '/provider/viewable-contacts',
  access: 'account-manager',
  summary:
    'Lists contacts by name, all of whose accounts are the viewer’s, or those whose name or email contains each word of `query`; at most 20.',
  query: z.object({ query: searchQuery.optional() }),
  reply: z.object({ records: z.array(viewableContactSchema).max(maxFoundContacts) }),
});

/** Errors: 404 for a contact with other accounts, and for people of the provider. */
export const beginClientView = route({
  service: 'data',
  method: 'POST',
  path: '/provider/client-views',
  access: 'account-manager',
  summary:
    'Returns a token that shows what a contact sees, and changes nothing. It ends after 15 minutes without use, after an hour, and with the session.',
  body: z.strictObject({ contactId: z.string().min(1).max(200, 'Use at most 200 characters.') }),
  reply: z.object({
    /** Bearer token; POST /logout ends it. */
    token: z.string(),
    expiresAt: z.iso.datetime(),
    contact: z.object({ id: z.string(), name: z.string(), email: z.string(), limited: z.boolean() }),
  }),
});
