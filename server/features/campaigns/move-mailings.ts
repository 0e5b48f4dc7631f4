import type { EditedValues } from '@mailcall/contract/edited-rows.ts';
import type { moveProviderMailings, ProviderMailing } from '@mailcall/contract/provider-mailings.ts';
import { mailingStepLabels, stepOf } from '@mailcall/contract/rules/mailing.ts';
import {
  isMoveBack,
  moveDayRefusal,
  moveRefusal,
  valuesOfMove,
} from '@mailcall/contract/rules/mailing-moves.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { Problem } from '../../platform/http/problems.ts';
import { type EditDependencies, type EditedBy, readEditedRows, saveEditedRows } from '../ingest/index.ts';
import type { Viewer } from '../identity/index.ts';
import { noMailing } from './approve-mailing.ts';
import { movedMailing, readProviderMailings } from './provider-mailings.ts';

type Moves = z.output<(typeof moveProviderMailings)['body']>;

function refusalOf(mailing: ProviderMailing, { step, day, mailings }: Moves): string | null {
  const from = mailings.find(({ id }) => id === mailing.id)?.from ?? null;
  const now = stepOf(mailing.status);
  const moved = movedMailing(mailing);
  if (now !== from)
    return `It was moved meanwhile, and is ${now === null ? 'not ordered' : mailingStepLabels[now]} now.`;
  return (
    moveRefusal(moved, step) ??
    (isMoveBack(moved.status, step) ? null : moveDayRefusal(moved, step, day, mailing.today))
  );
}

function requirePossible(mailings: readonly ProviderMailing[], moves: Moves): void {
  const refusals = mailings.flatMap((mailing) => {
    const refusal = refusalOf(mailing, moves);
    return refusal === null ? [] : [[mailing.id, refusal] as const];
  });
  if (refusals.length > 0)
    throw new Problem(422, 'Nothing was moved.', { kind: 'fail', data: Object.fromEntries(refusals) });
}

/** All or none. @throws {Problem} 404 for a mailing of others, 422 with a sentence for each mailing that cannot move */
export async function moveMailings(
  dependencies: EditDependencies,
  viewer: Viewer,
  moves: Moves,
  by: EditedBy,
): Promise<ProviderMailing[]> {
  const { kysely } = dependencies.database;
  const ids = [...new Set(moves.mailings.map(({ id }) => id))];
  const mailings = await readProviderMailings(kysely, viewer, ids, by.at);
  if (mailings.length < ids.length) throw noMailing();
  requirePossible(mailings, moves);
  const stored = new Map((await readEditedRows(kysely, 'campaigns', ids)).map((row) => [row.id, row.values]));
  const { step, day, approvedBy = '' } = moves;
  await saveEditedRows(dependencies, {
    file: 'campaigns',
    changes: mailings.map(({ id, status }) => {
      const values = valuesOfMove({ status }, step, { day, approvedBy });
      const known: EditedValues = stored.get(id) ?? {};
      const before = Object.fromEntries(Object.keys(values).map((name) => [name, known[name] ?? null]));
      return { id, accountId: null, values, before };
    }),
    by,
    also: async (transaction) => {
      // the person who approved in the portal is not who approved now
      const withdrawn = mailings.filter(
        ({ status }) => step === 'ordered' || (step === 'approved' && !isMoveBack(status, step)),
      );
      if (withdrawn.length === 0) return;
      await sql`
        update campaigns set approved_by_contact_id = null, approved_at = null
        from unnest(${withdrawn.map(({ accountId }) => accountId)}::text[], ${withdrawn.map(({ id }) => id)}::text[])
          as withdrawn (account_id, id)
        where campaigns.account_id = withdrawn.account_id and campaigns.id = withdrawn.id`.execute(
        transaction,
      );
    },
  });
  return readProviderMailings(kysely, viewer, ids, by.at);
}
