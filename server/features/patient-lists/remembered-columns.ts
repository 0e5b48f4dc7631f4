import {
  headerKey,
  type PatientField,
  patientFields,
  type RememberedColumns,
} from '@mailcall/contract/rules/patient-columns.ts';
import { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';

/** Per account. The newest file's headers are always kept. */
const maxHeaders = 500;

const rememberedSchema = z.record(z.string(), z.enum(patientFields).nullable());

export async function rememberedColumnsOf(
  database: Queryable,
  accountId: string,
): Promise<RememberedColumns> {
  const row = await database
    .selectFrom('patient_list_columns')
    .select('columns')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ? rememberedSchema.parse(row.columns) : {};
}

export async function rememberColumns(
  transaction: Queryable,
  accountId: string,
  file: { headers: readonly string[]; columns: readonly (PatientField | null)[]; at: Date },
): Promise<void> {
  const confirmed = file.headers.flatMap((header, at) => {
    const key = headerKey(header);
    return key === '' ? [] : [[key, file.columns[at] ?? null] as const];
  });
  const before = Object.entries(await rememberedColumnsOf(transaction, accountId));
  const newest = new Map([
    ...confirmed,
    ...before.filter(([key]) => !confirmed.some(([name]) => name === key)),
  ]);
  const columns = JSON.stringify(Object.fromEntries([...newest].slice(0, maxHeaders)));
  await transaction
    .insertInto('patient_list_columns')
    .values({ account_id: accountId, columns, changed_at: file.at })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ columns, changed_at: file.at }))
    .execute();
}
