import { accountSchema } from '@mailcall/contract/identity.ts';
import { teamRoles } from '@mailcall/contract/rules/team-roles.ts';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

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
  /** Roles in the provider's team; empty for other people, and in sessions that may not use them. */
  team: z._default(z.array(z.enum(teamRoles)), []),
  limited: z.boolean(),
  /** Limited by role, so that verifying one's identity changes nothing. False in sessions saved before this field existed. */
  limitedByRole: z._default(z.boolean(), false),
  /** Began with a scoreboard link: shows the granted accounts, nothing of the contact. */
  guest: z._default(z.boolean(), false),
  /** Limited because the user lacks a required second factor. */
  secondFactorMissing: z._default(z.boolean(), false),
  /** Whether the user has chosen a password; null if the issuer does not say. */
  activated: z._default(z.nullable(z.boolean()), null),
  /** Sent with every request; a stale one gets 409. */
  sessionVersion: z.string(),
  /** Values for requests by name until they expire (`expires` in seconds since 1970). */
  grants: z._default(z.record(z.string(), z.object({ value: z.string(), expires: z.number() })), {}),
});
export type Session = z.infer<typeof sessionSchema>;

export type Grants = Session['grants'];

export function validGrants(grants: Grants): Grants {
  return Object.fromEntries(Object.entries(grants).filter(([, grant]) => grant.expires * 1000 > Date.now()));
}

const endReasonSchema = z.enum(['logged out', 'expired', 'refused']);
export type EndReason = z.infer<typeof endReasonSchema>;

interface SessionState {
  session: Session | null;
  ended: EndReason | null;
}

const storageKey = 'mailcall.session';
const endKey = 'mailcall.session-end';
/** Whether this tab saw a session end since the last sign-in; its login screen then says why, even after a reload. */
const endSeenKey = 'mailcall.session-end-seen';
const listeners = new Set<() => void>();

function savedEndReason(): EndReason | null {
  const saved = endReasonSchema.safeParse(JSON.parse(localStorage.getItem(endKey) ?? 'null'));
  return saved.success ? saved.data : null;
}

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

function saveEndSeen({ ended }: SessionState): void {
  try {
    if (ended === null) sessionStorage.removeItem(endSeenKey);
    else sessionStorage.setItem(endSeenKey, 'true');
  } catch {
    // storage is full or forbidden; after a reload the tab reports nothing
  }
}

let state: SessionState = restoreState();
saveEndSeen(state);

function change(next: SessionState) {
  const isSamePerson = next.session?.contactId === state.session?.contactId;
  state = next;
  saveEndSeen(next);
  if (!isSamePerson) endClientView();
  for (const listener of listeners) listener();
}

const expired = (session: Session | null) => session !== null && session.expiresAt <= Date.now();

/** The person's own session, also in a client view. Null if no one is signed in or the session has expired. */
export function ownSession(): Session | null {
  return expired(state.session) ? null : state.session;
}

/** Session of a client view in this tab; `back` is the address that it began at. */
const viewSchema = z.object({ session: sessionSchema, back: z.string() });
const viewKey = 'mailcall.client-view';

function restoreView(): z.infer<typeof viewSchema> | null {
  try {
    const saved = viewSchema.safeParse(JSON.parse(sessionStorage.getItem(viewKey) ?? 'null'));
    return saved.success ? saved.data : null;
  } catch {
    return null;
  }
}

const clientView = restoreView();

/** Whether this tab shows what a client sees. */
export const isClientView = (): boolean => clientView !== null;

/** From the next page load on, this tab shows what the contact of the session sees. */
export function startClientView(session: Session): void {
  const { pathname, search } = window.location;
  sessionStorage.setItem(viewKey, JSON.stringify({ session, back: pathname + search }));
}

/** Returns to where the view began. */
export function endClientView(): void {
  if (!clientView) return;
  sessionStorage.removeItem(viewKey);
  window.location.replace(clientView.back);
}

/** The session that the page shows: of the client view, if there is one. */
export function currentSession(): Session | null {
  const own = ownSession();
  return own && clientView ? clientView.session : own;
}

export function endReason(): EndReason | null {
  return expired(state.session) ? 'expired' : state.ended;
}

export function saveSession(session: Session): void {
  try {
    // no tab may report the previous session's end any more
    localStorage.removeItem(endKey);
    localStorage.setItem(storageKey, JSON.stringify(session));
  } catch {
    // storage is full or forbidden; the session ends with this tab
  }
  change({ session, ended: null });
}

export function clearSession(reason: EndReason): void {
  try {
    localStorage.setItem(endKey, JSON.stringify(reason));
    localStorage.removeItem(storageKey);
  } catch {
    // without storage, nothing was saved there
  }
  if (state.session || state.ended !== reason) change({ session: null, ended: reason });
}

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

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, () =>
    state.session && clientView ? clientView.session : state.session,
  );
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
