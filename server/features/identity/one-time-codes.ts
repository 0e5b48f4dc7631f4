import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { isLinkCode } from '@mailcall/contract/rules/sign-in-code.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { equalHashes } from '../../platform/signed-texts.ts';
import { networkOf } from './attempt-limits.ts';

export type CodePurpose =
  | 'setup'
  | 'reset'
  | 'sign-in code'
  | 'magic link'
  | 'sign-in link'
  | 'new email'
  | 'new phone'
  | 'proof'
  | 'second step'
  | 'invitation';

/** Purposes with codes to type. A guess limit for links would let anyone disable someone's link. */
const typed: ReadonlySet<CodePurpose> = new Set([
  'sign-in code',
  'new email',
  'new phone',
  'proof',
  'second step',
]);
const codeRange = 1_000_000;

/** A mailed sign-in link has five uses, because mail scanners also load it. */
const maxUses = (purpose: CodePurpose) => (purpose === 'sign-in link' ? 5 : 1);

export type CodeChannel = 'email' | 'sms' | 'command line';

/** Counted apart for the requesting network, so that others cannot end the code. */
const maxWrongGuesses = 5;

/** `live`: valid, or until just now. `expired`: correct but late or guessed too often. `unknown`: never issued. */
export type CodeState = 'live' | 'used' | 'replaced' | 'expired' | 'unknown';

/** `purpose` and `channel` are null if the code was never issued to this contact. */
export interface CodeResult {
  state: CodeState;
  purpose: CodePurpose | null;
  channel: CodeChannel | null;
  /** Too many wrong guesses came from the network that requested the code. */
  isOver: boolean;
}

interface CodeRow {
  id: string;
  purpose: CodePurpose;
  channel: CodeChannel;
  code_hash: Buffer;
  expires_at: Date;
  uses: number;
  used_at: Date | null;
  replaced_at: Date | null;
  requested_from: Buffer | null;
  failed_attempts: number;
  failed_elsewhere: number;
}

/** Stores only keyed hashes. */
export class OneTimeCodes {
  readonly #secret: Uint8Array;

  constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  /** Replaces earlier codes of the purpose; `lifetime` in seconds, `address` of a browser without a session. */
  async issue(
    transaction: Queryable,
    code: {
      contactId: string;
      purpose: CodePurpose;
      channel: CodeChannel;
      lifetime: number;
      address?: string;
    },
    now: Date,
  ): Promise<string> {
    const { contactId, purpose, channel, lifetime, address } = code;
    const text = typed.has(purpose)
      ? String(randomInt(codeRange)).padStart(6, '0')
      : randomBytes(32).toString('base64url');
    await this.withdraw(transaction, { contactId, purposes: [purpose] }, now);
    await sql`
      insert into one_time_codes (contact_id, purpose, channel, code_hash, created_at, expires_at, requested_from)
      values (${contactId}, ${purpose}, ${channel}, ${this.#hash(contactId, purpose, channel, text)}, ${now},
        ${new Date(now.getTime() + lifetime * 1000)}, ${address === undefined ? null : this.#networkHash(address)})
    `.execute(transaction);
    return text;
  }

  async withdraw(
    transaction: Queryable,
    { contactId, purposes }: { contactId: string; purposes: readonly CodePurpose[] },
    now: Date,
  ): Promise<void> {
    await lockCodesOf(transaction, contactId);
    await sql`
      update one_time_codes set replaced_at = ${now}
      where contact_id = ${contactId} and purpose = any(${[...purposes]}) and used_at is null and replaced_at is null
    `.execute(transaction);
  }

  /** Forgets typed codes and magic links a day after their end; setup and reset links still report their state. */
  async clean(database: Queryable, now: Date): Promise<void> {
    const before = new Date(now.getTime() - days(1));
    // found first, because codes are on one node and contacts on each
    const { rows } = await sql<{ id: string }>`
      select codes.id from one_time_codes codes left join contacts on contacts.id = codes.contact_id
      where codes.expires_at < ${before}
        and (codes.purpose in ('sign-in code', 'magic link', 'new email', 'new phone', 'proof', 'second step') or contacts.id is null)`.execute(
      database,
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0)
      await sql`delete from one_time_codes where id = any(${ids}::uuid[])`.execute(database);
  }

  /** Does not use the code; a wrong one counts as a guess at typed codes. */
  look(database: Queryable, presented: PresentedCode, now: Date): Promise<CodeResult> {
    return database.transaction().execute((transaction) => this.#judge(transaction, presented, now));
  }

  /**
   * Runs in the caller's transaction, so that a failed action does not use the code up. A used-up code ends the contact's others of its
   * presented purposes, unless `keepOthers`. Among concurrent attempts only as many as it has uses get `live`.
   */
  async use(
    transaction: Queryable,
    presented: PresentedCode,
    now: Date,
    { keepOthers = false } = {},
  ): Promise<CodeResult> {
    const judged = await this.#judge(transaction, presented, now);
    if (judged.state === 'live') {
      const isUsedUp = judged.usesLeft <= 1;
      await sql`
        update one_time_codes set uses = uses + 1, used_at = ${isUsedUp ? now : null} where id = ${judged.id}`.execute(
        transaction,
      );
      if (isUsedUp && !keepOthers) await this.withdraw(transaction, presented, now);
    }
    return judged;
  }

  async #judge(
    transaction: Queryable,
    { contactId, purposes, channel, code, address }: PresentedCode,
    now: Date,
  ): Promise<CodeResult & { id: string | null; usesLeft: number }> {
    const network = address === undefined ? null : this.#networkHash(address);
    // the locks serialize guesses at a contact's codes, also with issuing
    await lockCodesOf(transaction, contactId);
    const { rows } = await sql<CodeRow>`
      select id, purpose, channel, code_hash, expires_at, uses, used_at, replaced_at, requested_from, failed_attempts, failed_elsewhere
      from one_time_codes
      where contact_id = ${contactId} and purpose = any(${[...purposes]})
        and (${channel ?? null}::text is null or channel = ${channel ?? null}) order by created_at desc, id for update
    `.execute(transaction);
    const match = rows.find((row) =>
      equalHashes(row.code_hash, this.#hash(contactId, row.purpose, row.channel, code)),
    );
    const state = match ? stateOf(match, network, now) : 'unknown';
    // digits that were right once are a guess like any other; a forgotten or shortened link is not a guess
    const isGuess = match ? state !== 'live' && typed.has(match.purpose) : !isLinkCode(code);
    if (isGuess) {
      await sql`
        update one_time_codes set
          failed_attempts = failed_attempts + (requested_from is null or requested_from is not distinct from ${network}::bytea)::int,
          failed_elsewhere = failed_elsewhere + (requested_from is not null and requested_from is distinct from ${network}::bytea)::int
        where contact_id = ${contactId} and purpose = any(${purposes.filter((purpose) => typed.has(purpose))})
          and used_at is null and replaced_at is null
      `.execute(transaction);
    }
    return {
      state,
      purpose: match?.purpose ?? null,
      channel: match?.channel ?? null,
      // a guess from elsewhere does not reveal that a person waits for a code
      isOver:
        isGuess &&
        rows.some(
          (row) =>
            typed.has(row.purpose) &&
            row.used_at === null &&
            row.replaced_at === null &&
            row.expires_at > now &&
            !isElsewhere(row, network) &&
            row.failed_attempts + 1 >= maxWrongGuesses,
        ),
      id: match?.id ?? null,
      usesLeft: match ? maxUses(match.purpose) - match.uses : 0,
    };
  }

  #networkHash(address: string): Buffer {
    return createHmac('sha256', this.#secret)
      .update(`network of a code\0${networkOf(address)}`)
      .digest();
  }

  #hash(contactId: string, purpose: CodePurpose, channel: CodeChannel, code: string): Buffer {
    return createHmac('sha256', this.#secret).update([contactId, purpose, channel, code].join('\0')).digest();
  }
}

/** A named lock, because an unknown person has no row and must cost the same. Take it before the contact's. */
export async function lockCodesOf(transaction: Queryable, contactId: string): Promise<void> {
  const name = `one-time codes of ${contactId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}

export interface PresentedCode {
  contactId: string;
  purposes: readonly CodePurpose[];
  channel?: CodeChannel;
  code: string;
  address?: string;
}

/** False if the network is unknown. */
const isElsewhere = ({ requested_from }: CodeRow, network: Buffer | null) =>
  requested_from !== null && !requested_from.equals(network ?? Buffer.alloc(0));

function stateOf(row: CodeRow, network: Buffer | null, now: Date): CodeState {
  if (row.used_at) return 'used';
  if (row.replaced_at) return 'replaced';
  const guesses = isElsewhere(row, network) ? row.failed_elsewhere : row.failed_attempts;
  return row.expires_at.getTime() <= now.getTime() || guesses >= maxWrongGuesses ? 'expired' : 'live';
}
