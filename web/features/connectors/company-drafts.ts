import type { saveCompanies } from '@mailcall/contract/provider-connections.ts';
import type { RouteInput } from '@mailcall/contract/wire/route.ts';

/** What a person changed in a row and did not save yet. */
export interface CompanyDraft {
  /** Of the row as the person saw it. */
  revision: number;
  state?: 'confirmed' | 'left out' | undefined;
  office?: { id: string; name: string } | undefined;
  key?: string | undefined;
}

export const isEmptyDraft = ({ state, office, key = '' }: CompanyDraft): boolean =>
  state === undefined && office === undefined && key.trim() === '';

export function draftsFrom(
  drafts: ReadonlyMap<string, CompanyDraft>,
): NonNullable<RouteInput<typeof saveCompanies>['body']> {
  return {
    companies: [...drafts].flatMap(([id, { revision, state, office }]) =>
      state === undefined && office === undefined
        ? []
        : [{ id, revision, state: state ?? 'confirmed', ...(office && { accountId: office.id }) }],
    ),
    keys: [...drafts].flatMap(([id, { key = '', state }]) =>
      key.trim() === '' || state === 'left out' ? [] : [{ id, key: key.trim() }],
    ),
  };
}

/** A line for each: `COMPANY KEY`. */
export function readKeys(text: string): { keys: { id: string; key: string }[]; problem: string | null } {
  const keys: { id: string; key: string }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const [id = '', key, ...more] = line.trim().split(/[\s,;]+/);
    if (id === '') continue;
    if (key === undefined || more.length > 0)
      return { keys: [], problem: `Line ${index + 1}: write an id, a space and its key.` };
    keys.push({ id, key });
  }
  return { keys, problem: keys.length === 0 ? 'Paste a line for each.' : null };
}
