import { z } from 'zod';
import { route } from './wire/route.ts';

/**
 * What proves that the owner of a session sits there, where a lasting way to sign in is added: the current password or, of a person
 * without one, the code that `POST /user/proof/code` mails.
 */
export const proofKinds = ['password', 'code'] as const;
export type ProofKind = (typeof proofKinds)[number];

/** The fields of a proof; only the needed one is read. */
export const proofShape = {
  /** The current password. */
  password: z.string().max(1000).default(''),
  /** The mailed code, for a person without a password. */
  code: z.string().trim().max(100).default(''),
};
export type Proof = Record<ProofKind, string>;

/** Errors: 404 with an outside issuer; 422 for a person with a password; 429 after many. */
export const sendProofCode = route({
  service: 'identity',
  method: 'POST',
  path: '/user/proof/code',
  access: 'full',
  summary:
    'Mails the signed-in person, who has no password, a code that proves who they are. It is good once, for ten minutes.',
  reply: z.object({}),
});
