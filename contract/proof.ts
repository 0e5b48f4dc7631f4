import { z } from 'zod';
import { route } from './wire/route.ts';

/** Proof that the owner is present before adding a sign-in method: the password or, without one, a code by `POST /user/proof/code`. */
export const proofKinds = ['password', 'code'] as const;
export type ProofKind = (typeof proofKinds)[number];

/** Only the needed field is read. */
export const proofShape = {
  password: z.string().max(1000).default(''),
  code: z.string().trim().max(100).default(''),
};
export type Proof = Record<ProofKind, string>;

/** Errors: 404 with an external issuer; 422 for a person with a password; 429 after many. */
export const sendProofCode = route({
  service: 'identity',
  method: 'POST',
  path: '/user/proof/code',
  access: 'full',
  summary:
    'Mails the signed-in person, who has no password, a code that proves who they are. It is good once, for ten minutes.',
  reply: z.object({}),
});
