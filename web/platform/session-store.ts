import { accountSchema } from '@mailcall/contract/identity.ts';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

/** The saved session. */
const sessionSchema = z.object({
  accessToken: z.string(),
  tokenType: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
  picture: z.nullable(z.string()),
  contactId: z.string(),
  profileName: z.string(),
  profileEmail: z.string(),
  accounts: z.array(accountSchema),
  roles: z.array(z.string()),
  /** Limited-access: by role or by the way of signing in. */
  limited: z.boolean(),
  /** Limited by role, so that verifying one's identity changes nothing. False in sessions saved before this field existed. */
  limitedByRole: z._default(z.boolean(), false),
  /** Whether it began with a scoreboard link: it shows the granted accounts, and nothing of the person. */
  guest: z._default(z.boolean(), false),
  /** Limited because the person needs a second factor and has none. */
  secondFactorMissing: z._default(z.boolean(), false),
  /** Whether the person has chosen a password; null when the issuer does not report it. */
  activated: z._default(z.nullable(z.boolean()), null),
  /** Sent with every request; the server answers 409 when it is stale. */
  sessionVersion: z.string(),
  /** Values by name that requests carry until they expire (`expires` in seconds since 1970). */
  grants: z._default(z.record(z.string(), z.object({ value: z.string(), expires: z.number() })), {}),
});
export type Session = z.infer<typeof sessionSchema>;

/** Named values that requests carry while they last. */
export type Grants = Session['grants'];

/** The grants that have not expired. */
export function validGrants(grants: Grants): Grants {
  return Object.fromEntries(Object.entries(grants).filter(([, grant]) => grant.expires * 1000 > Date.now()));
}

const endReasonSchema = z.enum(['logged out', 'expired', 'refused']);
/** Why there is no session any more; the login screen says so. */
export type EndReason = z.infer<typeof endReasonSchema>;

interface SessionState {
  session: Session | null;
  ended: EndReason | null;
}

const storageKey = 'mailcall.session';
/** Why the saved session ended, for the other tabs. */
const endKey = 'mailcall.session-end';
/** Whether this tab saw a session end since the last sign-in: its login screen says why, also after a reload. */
const endSeenKey = 'mailcall.session-end-seen';
const listeners = new Set<() => void>();

/** Why the last session ended, as saved in the browser; null when nothing is saved or another session has started since. */
function savedEndReason(): EndReason | null {
  const saved = endReasonSchema.safeParse(JSON.parse(localStorage.getItem(endKey) ?? 'null'));
  return saved.success ? saved.data : null;
}

/** Restores the saved state: a session, none, or one that has expired since. */
function restoreState(): SessionState {
  try {
    const saved = sessionSchema.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    if (!saved.success)
      return { session: null, ended: sessionStorage.getItem(endSeenKey) ? savedEndReason() : null };
    if (saved.data.expiresAt > Date.now()) return { session: saved.data, ended: null };
    localStorage.setItem(endKey, JSON.stringify('expired'));
    localStorage.removeItem(storageKey);
    return { session: null, ended: 'expired' };
  } catch {
    return { session: null, ended: null };
  }
}

/** Saves whether this tab says why the last session ended, so that it still does after a reload. */
function saveEndSeen({ ended }: SessionState): void {
  try {
    if (ended === null) sessionStorage.removeItem(endSeenKey);
    else sessionStorage.setItem(endSeenKey, 'true');
  } catch {
    // storage is full or forbidden: after a reload the tab says nothing
  }
}

let state: SessionState = restoreState();
saveEndSeen(state);

function change(next: SessionState) {
  state = next;
  saveEndSeen(next);
  for (const listener of listeners) listener();
}

const expired = (session: Session | null) => session !== null && session.expiresAt <= Date.now();

/** The current session; null when nobody is signed in or it has expired. */
export function currentSession(): Session | null {
  return expired(state.session) ? null : state.session;
}

/** Why the last session ended, until the next one starts. */
export function endReason(): EndReason | null {
  return expired(state.session) ? 'expired' : state.ended;
}

/** Saves a session, also for other tabs. */
export function saveSession(session: Session): void {
  try {
    // no tab says any more why the previous session ended
    localStorage.removeItem(endKey);
    localStorage.setItem(storageKey, JSON.stringify(session));
  } catch {
    // storage is full or forbidden: the session ends with this tab
  }
  change({ session, ended: null });
}

/** Ends the session with a reason. */
export function clearSession(reason: EndReason): void {
  try {
    localStorage.setItem(endKey, JSON.stringify(reason));
    localStorage.removeItem(storageKey);
  } catch {
    // nothing was saved there either
  }
  if (state.session || state.ended !== reason) change({ session: null, ended: reason });
}

/** Why another tab ended the session. */
function endReasonOfOtherTab(): EndReason {
  try {
    return savedEndReason() ?? 'logged out';
  } catch {
    return 'logged out';
  }
}

window.addEventListener('storage', (event) => {
  if (event.key !== storageKey && event.key !== null) return;
  const { session } = restoreState();
  const ended = expired(state.session) ? 'expired' : (state.ended ?? endReasonOfOtherTab());
  change({ session, ended: session ? null : ended });
});

/** The session, for components: they render again when it changes. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, () => state.session);
}

/** Calls back at every change of the session. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
