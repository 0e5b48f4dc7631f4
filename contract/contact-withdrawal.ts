import { z } from 'zod';
import * as browser from 'zod/mini';
import { route } from './wire/route.ts';

export const contactWithdrawalSchema = browser.object({
  /** `requested`: waits for its code. `changed`: took effect, others may wait. `nothing`: ended without a change. `withdrawn`: undone. */
  state: browser.enum(['requested', 'changed', 'nothing', 'withdrawn']),
  /** Empty if nothing is left to undo. */
  fields: browser.array(browser.enum(['email', 'phone', 'passkey'])),
});
export type ContactWithdrawal = z.infer<typeof contactWithdrawalSchema>;

const withdrawalShape = {
  /** Signed; names a contact and the time of the mail. Single use, valid for 72 hours. */
  token: z.string().max(500),
};

/** Errors: 422 for an invalid or old link, 429 after many invalid ones. */
export const lookAtWithdrawal = route({
  service: 'identity',
  method: 'POST',
  path: '/contacts/withdraw/verify',
  access: 'public',
  summary: 'Returns what the link "This was not me" would undo, without using it up.',
  body: z.strictObject(withdrawalShape),
  reply: z.object(contactWithdrawalSchema.shape),
});

/** Errors: as above, and 422 if another contact now has the previous email. */
export const withdrawChanges = route({
  service: 'identity',
  method: 'POST',
  path: '/contacts/withdraw',
  access: 'public',
  summary:
    'Takes back a new email, phone or passkey with the link "This was not me", requested or changed: all sessions of the contact end, all passkeys are removed, and the previous address gets a link to choose a new password, unless people sign in at an outside issuer.',
  body: z.strictObject(withdrawalShape),
  reply: z.object(contactWithdrawalSchema.shape),
});
