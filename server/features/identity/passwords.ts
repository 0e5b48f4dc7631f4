import { hash, parseOptions, verify } from '@node-rs/argon2';

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Argon2id with salt and cost. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost);
}

/** Hash that no password matches, at the same cost, so that people without a password take as long. */
const dummyHash = hashPassword(crypto.randomUUID());

/** Whether a password matches; false without a hash, after the same time. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await dummyHash), password.normalize('NFKC'));
  return stored !== null && fits;
}

/** Whether a hash has another cost than today's and should be replaced. */
export function isOutdated(stored: string): boolean {
  const made = parseOptions(stored);
  return (
    made.memoryCost !== cost.memoryCost ||
    made.timeCost !== cost.timeCost ||
    made.parallelism !== cost.parallelism
  );
}
