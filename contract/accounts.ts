import { z } from 'zod';
import { accountSelectionShape } from './scope/scope.ts';
import { flag, listOf, searchQuery, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

export const contactSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for staff, and for colleagues of a viewer who is no primary contact of the account. */
  email: z.string().nullable(),
  /** Null like `email`. */
  phone: z.string().nullable(),
  accountId: z.string(),
});

export const listContacts = route({
  service: 'data',
  method: 'GET',
  path: '/accounts/contacts',
  access: 'full',
  guests: true,
  summary:
    'Lists the contacts of accounts or, with `kind=staff`, their front-desk staff, sorted by name. With `above`, a primary contact of the account also gets those who have a right to it through an account above. `query`, `ids` and `limit` narrow the staff; without them all are listed.',
  query: z.object({
    ...accountSelectionShape,
    kind: z.enum(['staff', 'contact'], { error: 'Use staff or contact.' }).default('contact'),
    /** For one account: also contacts linked to an account above it. */
    above: flag.default(false),
    /** Only for staff: words in any order and case; each must occur in the name. */
    query: searchQuery.optional(),
    ids: listOf(z.string({ error: 'Name members of staff by their ids.' }).max(200), 500, 'ids').optional(),
    limit: wholeNumber(1, 500).optional(),
  }),
  reply: z.object({ records: z.array(contactSchema) }),
});
