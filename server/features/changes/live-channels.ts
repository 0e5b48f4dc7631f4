import { sql } from 'kysely';
import { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';

/** Payload: the id of an account that has newer data. */
export const accountChangedChannel = 'account_changed';

export const designChangedChannel = 'design_changed';

export const changedDesignSchema = z.object({ id: z.string(), accountId: z.string(), revision: z.number() });
export type ChangedDesign = z.infer<typeof changedDesignSchema>;

export async function designChanged(transaction: Queryable, design: ChangedDesign): Promise<void> {
  await sql`select pg_notify(${designChangedChannel}, ${JSON.stringify(design)})`.execute(transaction);
}
