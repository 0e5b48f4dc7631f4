import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';

/** PostgreSQL channel with the id of each account that has newer data. */
export const accountChangedChannel = 'account_changed';

export const designChangedChannel = 'design_changed';

export const changedDesignSchema = z.object({ id: z.string(), accountId: z.string(), revision: z.number() });
export type ChangedDesign = z.infer<typeof changedDesignSchema>;

/** Notifies open screens of a changed design on commit. */
export async function designChanged(transaction: Queryable, design: ChangedDesign): Promise<void> {
  await sql`select pg_notify(${designChangedChannel}, ${JSON.stringify(design)})`.execute(transaction);
}
