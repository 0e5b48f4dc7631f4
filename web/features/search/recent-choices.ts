import { maxRecent } from '@mailcall/contract/search.ts';
import * as z from 'zod/mini';
import { readStored, writeStored } from '../../platform/stored-values.ts';

const kinds = ['page', 'command', 'call', 'mailing', 'line', 'office', 'view'] as const;

/** A choice by id only; names and numbers are not stored. */
export interface Choice {
  kind: (typeof kinds)[number];
  id: string;
}

const storedSchema = z.object({
  /** Owner, because another user of the computer starts with none. */
  contactId: z.string(),
  choices: z.array(z.object({ kind: z.enum(kinds), id: z.string() })),
});

export function recentChoices(contactId: string): Choice[] {
  const stored = readStored('recent-choices', storedSchema);
  return stored?.contactId === contactId ? stored.choices.slice(0, maxRecent) : [];
}

export function rememberChoice(contactId: string, { kind, id }: Choice): void {
  const others = recentChoices(contactId).filter((other) => other.kind !== kind || other.id !== id);
  writeStored('recent-choices', { contactId, choices: [{ kind, id }, ...others].slice(0, maxRecent) });
}

export const recentIds = (choices: readonly Choice[]) => {
  const idsOf = (kind: Choice['kind']) =>
    choices.filter((choice) => choice.kind === kind).map(({ id }) => id);
  return {
    recentCalls: idsOf('call'),
    recentMailings: idsOf('mailing'),
    recentLines: idsOf('line'),
    recentOffices: idsOf('office'),
  };
};
