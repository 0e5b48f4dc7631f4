import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';

export interface LogState {
  databaseId: string;
  position: number;
}

export async function readLogState(database: Queryable): Promise<LogState> {
  const { rows } = await sql<LogState>`
    select database_id as "databaseId", last_position as position from portal_change_log`.execute(database);
  const [state] = rows;
  if (!state) throw new Error('The log of portal changes has no state.');
  return state;
}

/** The message tells the sender why. */
export class BadCursor extends Error {}

const pattern = /^1\.([0-9a-f-]{36})\.([0-9]{1,15})$/;

/** @throws {OperatorProblem} if the cursor cannot be used */
export async function positionOfCursor(database: Queryable, cursor: string): Promise<number> {
  try {
    return positionOf(await readLogState(database), cursor);
  } catch (error) {
    throw error instanceof BadCursor ? new OperatorProblem(error.message) : error;
  }
}

/** Opaque */
export const cursorAt = ({ databaseId }: LogState, position: number): string =>
  Buffer.from(`1.${databaseId}.${position}`).toString('base64url');

/** 0 without a cursor. @throws {BadCursor} if it is no cursor, or one of another database */
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
