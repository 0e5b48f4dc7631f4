import { createHash } from 'node:crypto';
import { sql } from 'kysely';

export interface SealedEntry {
  id: string;
  contactId: string;
  /** Null for people of offices. */
  teamRole: string | null;
  action: string;
  subjectKind: string;
  subjectId: string;
  place: string | null;
  /** UTC with microseconds. */
  at: string;
}

export const sealedColumns = sql`id::text as id, contact_id as "contactId", team_role as "teamRole", action, subject_kind as "subjectKind",
  subject_id as "subjectId", place,
  to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`;

export interface Seal {
  accountId: string;
  /** From 1, without gaps. */
  number: number;
  entries: number;
  newest: Date;
  sealedAt: Date;
  entriesHash: string;
  previousHash: string;
  hash: string;
  pruned: boolean;
}

export const noHash = '';

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

export const hashOfEntries = (entries: readonly SealedEntry[]): string =>
  hashOf(
    [...entries]
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, contactId, teamRole, action, subjectKind, subjectId, place, at }) => [
        id,
        contactId,
        action,
        subjectKind,
        subjectId,
        place,
        at,
        // hashes of earlier releases have no role
        ...(teamRole === null ? [] : [teamRole]),
      ]),
  );

/** The next seal contains it. */
export const hashOfSeal = (seal: Omit<Seal, 'hash' | 'pruned'>): string =>
  hashOf([
    seal.accountId,
    seal.number,
    seal.entries,
    seal.newest.toISOString(),
    seal.sealedAt.toISOString(),
    seal.entriesHash,
    seal.previousHash,
  ]);
