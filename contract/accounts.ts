import { z } from 'zod';
import { accountSelectionShape } from './scope/scope.ts';
import { flag, listOf, searchQuery, wholeNumber } from './wire/query.ts';
import { route } from './wire/route.ts';

/** A member of staff or a contact of an account. */
export const contactSchema = z.object({
  /** Id of the person. */
  id: z.string(),
  /** Full name. */
  name: z.string(),
  /** Null for staff. */
  email: z.string().nullable(),
  /** Null for staff. */
  phone: z.string().nullable(),
  /** Id of the account. */
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
    /** For the contacts of one account only: whether those linked to an account above it are listed as its own. */
    above: flag.default(false),
    /** For staff only: words to search for, in any order and case. Each must occur in the name. */
    query: searchQuery.optional(),
    /** For staff only: lists these alone, so that their names are known. */
    ids: listOf(z.string({ error: 'Name members of staff by their ids.' }).max(200), 500, 'ids').optional(),
    /** For staff only: the most that are listed. */
    limit: wholeNumber(1, 500).optional(),
  }),
  reply: z.object({ records: z.array(contactSchema) }),
});
