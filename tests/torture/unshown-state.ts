import type { CallerState } from '@mailcall/contract/rules/callback-state.ts';
import type { CallerLog } from '../figures/callback-oracle.ts';

const day = 24 * 60 * 60_000;

export function unshown(log: CallerLog, state: CallerState | undefined, now: number): string | null {
  const unresolved = log.missed.filter(({ resolvedAt }) => resolvedAt === null);
  const last = Math.max(...unresolved.map(({ at }) => at));
  const lastSince = Math.max(...unresolved.map(({ since }) => since));
  if (Math.max(...log.missed.map(({ since }) => since)) < now - 60 * day) return null;
  if (!state) return 'is in no list';
  const waiting = unresolved.filter(({ since }) => since >= now - 30 * day || lastSince < now - 30 * day);
  const done = log.actions.filter(
    ({ undone, seen }) =>
      !undone && waiting.every(({ id, since }) => seen.has(id) || since < lastSince - 30 * day),
  );
  const isReopened = log.actions.some(({ kind, undone }) => kind === 'reopen' && !undone);
  const isAnswered = log.answered.some(({ at }) => at > last);
  if (state.kind !== 'closed' && isAnswered && !isReopened) return 'waits, but was answered';
  const isBooked = log.appointments.some(({ at, callAt, isShown }) => isShown && at > last && callAt >= last);
  if (state.kind !== 'closed' && isBooked && !isReopened) return 'waits, but has an appointment';
  if (state.kind === 'open' || state.kind === 'claimed') return null;
  if (state.kind === 'snoozed')
    return done.some(({ until }) => until === state.until && until > now) ? null : 'is snoozed by nobody';
  const { reason } = state;
  if (reason === 'resolved') {
    // an uncalled caller was listed as such, and was called afterwards
    const calledAfter = log.missed.some(({ resolvedAt }) => (resolvedAt ?? 0) > lastSince + 30 * day);
    const isOver = lastSince < now - 60 * day || (lastSince < now - 30 * day && calledAfter);
    return unresolved.length === 0 || isOver ? null : 'has a call that is not resolved';
  }
  if (reason === 'expired') return lastSince < now - 30 * day ? null : 'has a newer call';
  if (reason === 'answered')
    return log.answered.some(({ id, at }) => id === state.callId && at > last) ? null : 'was not answered';
  if (reason === 'appointment')
    return log.appointments.some(({ id, at, isShown }) => isShown && id === state.appointmentId && at > last)
      ? null
      : 'has no appointment';
  const closed = done.findLast(({ kind }) => kind === reason);
  const isOpenAgain = closed && done.slice(done.indexOf(closed)).some(({ kind }) => kind === 'reopen');
  return closed && !isOpenAgain ? null : 'was closed by nobody';
}
