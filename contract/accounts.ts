import { z } from 'zod';
import { accountSelectionShape } from './scope/scope.ts';
import { route } from './wire/route.ts';

/** A member of staff, or a contact. */
export const contactSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Contacts only. */
  email: z.string().nullable(),
  /** Contacts only. */
  phone: z.string().nullable(),
  accountId: z.string(),
});

export const listContacts = route({
  service: 'data',
  method: 'GET',
  path: '/accounts/contacts',
  access: 'full',
  summary: 'Contacts of accounts, or with `kind=staff` their front-desk staff, by name.',
  query: z.object({
    ...accountSelectionShape,
    kind: z.enum(['staff', 'contact'], { error: 'Use staff or contact.' }).default('contact'),
  }),
  reply: z.object({ records: z.array(contactSchema) }),
});
