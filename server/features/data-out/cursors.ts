import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';

/** The log of portal changes as a reader finds it. */
export interface LogState {
  databaseId: string;
  /** The newest position. */
  position: number;
}

/** Reads which database this is, and how far its log goes. */
export async function readLogState(database: Queryable): Promise<LogState> {
  const { rows } = await sql<LogState>`
    select database_id as "databaseId", last_position as position from portal_change_log`.execute(database);
  const [state] = rows;
  if (!state) throw new Error('The log of portal changes has no state.');
  return state;
}

/** A cursor that cannot be used; the message says why, for the person or program that sent it. */
export class BadCursor extends Error {}

const pattern = /^1\.([0-9a-f-]{36})\.([0-9]{1,15})$/;

/**
 * The position of a cursor that an operator gives.
 * @throws {OperatorProblem} when it cannot be used
 */
export async function positionOfCursor(database: Queryable, cursor: string): Promise<number> {
  try {
    return positionOf(await readLogState(database), cursor);
  } catch (error) {
    throw error instanceof BadCursor ? new OperatorProblem(error.message) : error;
  }
}

/** The opaque text that stands for a position of this database. */
export const cursorAt = ({ databaseId }: LogState, position: number): string =>
  Buffer.from(`1.${databaseId}.${position}`).toString('base64url');

/**
 * The position that a cursor stands for; 0 without a cursor.
 * @throws {BadCursor} if it is no cursor, or one of another database
 */
export function positionOf(state: LogState, cursor: string | null): number {
  if (cursor === null) return 0;
  const [, databaseId, digits] = pattern.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (databaseId === undefined) throw new BadCursor('This is not a cursor of an export.');
  const position = Number(digits);
  if (databaseId !== state.databaseId || position > state.position)
    throw new BadCursor(
      'This cursor is of another database, or of one before a backup was restored. Export everything once, without a cursor.',
    );
  return position;
}
