import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';

/** The PostgreSQL channel that names each account whose data has a new version. */
export const accountChangedChannel = 'account_changed';

/** The PostgreSQL channel of changed designs. */
export const designChangedChannel = 'design_changed';

/** A changed design, as the channel describes it. */
export const changedDesignSchema = z.object({ id: z.string(), accountId: z.string(), revision: z.number() });
export type ChangedDesign = z.infer<typeof changedDesignSchema>;

/** Notifies open screens of a changed design when the transaction is committed. */
export async function designChanged(transaction: Queryable, design: ChangedDesign): Promise<void> {
  await sql`select pg_notify(${designChangedChannel}, ${JSON.stringify(design)})`.execute(transaction);
}
