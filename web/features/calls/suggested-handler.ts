import * as z from 'zod/mini';
import { currentSession } from '../../platform/session-store.ts';
import { readStored, writeStored } from '../../platform/stored-values.ts';

const name = 'callback-handlers';

const storedSchema = z.object({
  /** Owner, because another user of the computer chooses for themselves. */
  contactId: z.string(),
  /** Staff id by account. */
  handlers: z.record(z.string(), z.string()),
});

type Staff = readonly { id: string; name: string }[];

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

function storedHandlers(): Record<string, string> {
  const stored = readStored(name, storedSchema);
  return stored !== null && stored.contactId === currentSession()?.contactId ? stored.handlers : {};
}

/** Who probably called back: the person, whom they named last, or the only one on the staff; '' if not known. */
export function suggestedHandler(accountId: string, staff: Staff): string {
  const own = currentSession()?.profileName ?? '';
  const last = storedHandlers()[accountId];
  const found =
    staff.find((member) => own !== '' && same(member.name, own)) ??
    staff.find(({ id }) => id === last) ??
    (staff.length === 1 ? staff[0] : undefined);
  return found?.id ?? '';
}

export function rememberHandler(accountId: string, handler: string): void {
  const contactId = currentSession()?.contactId;
  if (contactId !== undefined)
    writeStored(name, { contactId, handlers: { ...storedHandlers(), [accountId]: handler } });
}
