import { hash, parseOptions, verify } from '@node-rs/argon2';

/** Argon2id with the minimum that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash to store of a password: argon2id, with its own salt and its cost inside. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost);
}

/** A hash that no password fits, at the same cost: checking a person without a password takes as long. */
const dummyHash = hashPassword(crypto.randomUUID());

/** Whether a password is the one that was hashed; with no hash it is not, after the same time. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await dummyHash), password.normalize('NFKC'));
  return stored !== null && fits;
}

/** Whether a stored hash was made at another cost than today's, and should be replaced when the password is known. */
export function isOutdated(stored: string): boolean {
  const made = parseOptions(stored);
  return (
    made.memoryCost !== cost.memoryCost ||
    made.timeCost !== cost.timeCost ||
    made.parallelism !== cost.parallelism
  );
}
