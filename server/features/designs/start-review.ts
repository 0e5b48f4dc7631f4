import type { Queryable } from '../../platform/database.ts';
import type { Viewer } from '../identity/index.ts';
import { recordChanges } from '../changes/index.ts';
import { isVisibleAnywhere, lockDesign } from './locked-design.ts';

/** Records when the customer first viewed the current version. The revision stays: who decides has seen the same. @throws {Problem} 404 */
export async function startReview(
  transaction: Queryable,
  viewer: Viewer,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  const design = await lockDesign(transaction, viewer.accountIds, id);
  const [version] = design.versions;
  if (!version || version.customerViewed !== null) return;
  if (!(await isVisibleAnywhere(transaction, design))) return;
  await transaction
    .updateTable('design_versions')
    .set({ customer_viewed: now })
    .where('account_id', '=', design.account_id)
    .where('id', '=', version.id)
    .execute();
  await recordChanges(
    transaction,
    [{ accountId: design.account_id, file: 'design-versions', rowId: version.id }],
    { contactId: viewer.contactId, at: now },
  );
}
