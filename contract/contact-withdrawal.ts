import { z } from 'zod';
import * as browser from 'zod/mini';
import { route } from './wire/route.ts';

/** What the link "This was not me" of a notice takes back. */
export const contactWithdrawalSchema = browser.object({
  /**
   * `requested`: a new email or phone that waits for its code; `changed`: one that was changed already or a passkey that was added, and
   * what waits;
   * `nothing`: what was requested has ended without a change; `withdrawn`: it was taken back.
   */
  state: browser.enum(['requested', 'changed', 'nothing', 'withdrawn']),
  /** What it is about; empty when nothing is left. */
  fields: browser.array(browser.enum(['email', 'phone', 'passkey'])),
});
export type ContactWithdrawal = z.infer<typeof contactWithdrawalSchema>;

const withdrawalShape = {
  /** The signed part of the link: it names a contact and when it was mailed. It works once, for 72 hours. */
  token: z.string().max(500),
};

/** Errors: 422 for a link that is not ours or too old, 429 after many that are not ours. */
export const lookAtWithdrawal = route({
  service: 'identity',
  method: 'POST',
  path: '/contacts/withdraw/verify',
  access: 'public',
  summary: 'Tells what the link "This was not me" would take back, without using it up.',
  body: z.strictObject(withdrawalShape),
  reply: z.object(contactWithdrawalSchema.shape),
});

/** Errors: as above, and 422 when another contact has the previous email by now. */
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
