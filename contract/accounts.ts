import { z } from 'zod';
import { accountSelectionShape } from './scope/scope.ts';
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
  summary: 'Lists the contacts of accounts or, with `kind=staff`, their front-desk staff, sorted by name.',
  query: z.object({
    ...accountSelectionShape,
    kind: z.enum(['staff', 'contact'], { error: 'Use staff or contact.' }).default('contact'),
  }),
  reply: z.object({ records: z.array(contactSchema) }),
});
