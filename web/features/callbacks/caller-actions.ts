import type { CallbackAction, CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { callbackKinds, callbackKindTexts, type closingKinds } from '@mailcall/contract/rules/callbacks.ts';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { CallFailed, newRequestId } from '../../platform/api.ts';
import { createInputStore, interrupted } from '../../platform/input-store.ts';
import { toast } from '../../ui/toast.tsx';
import { actOnCaller, type CallerAction, reloadCallers, reloadDesk, showCaller, undoAction } from './api.ts';
import { callerKeyOf, callerNameOf, doneText } from './caller-texts.ts';

export type ActionKind = CallerAction['kind'];
const isActionKind = (kind: (typeof callbackKinds)[number]): kind is ActionKind => kind !== 'resolve';

export type ClosingKind = (typeof closingKinds)[number];

const sentActionSchema = z.object({
  requestId: z.string(),
  kind: z.enum(callbackKinds.filter(isActionKind)),
  until: z.nullable(z.string()),
  version: z.number(),
  saving: z.boolean(),
  failure: z.nullable(z.string()),
});
/** An action on its way to the server. Keeps its request id, so that a retry has no second effect. */
export type SentAction = z.infer<typeof sentActionSchema>;

const savedAction = z.pipe(
  z.nullable(sentActionSchema),
  z.transform(
    (action: SentAction | null): SentAction | null =>
      action && { ...action, saving: false, failure: action.failure ?? interrupted },
  ),
);

/** Unsaved action by {@link callerKeyOf}. Survives a reload of this tab. */
export const sentActions = createInputStore<SentAction | null>(null, {
  name: 'callback-action',
  schema: savedAction,
});

/** Final refusals; after other errors a retry may succeed. */
const refusals: ReadonlySet<number> = new Set([400, 403, 404, 422]);

/** Hides the toast of the last action, because only that can be undone. */
let hideLast = () => {};

const change = (entry: CallbackEntry, patch: Partial<SentAction>) =>
  sentActions.change(callerKeyOf(entry), (before) => before && { ...before, ...patch });

/** Performs an action once; an unsaved one stays for a retry. If a colleague was faster, says so, reloads the caller and returns null. */
export async function doAction(
  client: QueryClient,
  entry: CallbackEntry,
  action: { kind: ActionKind; until: string | null },
): Promise<CallbackAction | null> {
  const key = callerKeyOf(entry);
  if (sentActions.read(key)?.saving) return null;
  sentActions.change(key, () => ({
    requestId: newRequestId(),
    kind: action.kind,
    until: action.until,
    version: entry.version,
    saving: true,
    failure: null,
  }));
  return send(client, entry);
}

export const isMine = ({ state }: CallbackEntry): boolean => state.kind === 'claimed' && state.mine;

/** Lets colleagues know that this person dials the number of a waiting caller. */
export function claimOnDial(client: QueryClient, entry: CallbackEntry): void {
  if (isMine(entry) || entry.state.kind === 'closed' || sentActions.read(callerKeyOf(entry)) !== null) return;
  void doAction(client, entry, { kind: 'claim', until: null });
}

export async function retryAction(client: QueryClient, entry: CallbackEntry): Promise<CallbackAction | null> {
  const sent = sentActions.read(callerKeyOf(entry));
  if (sent === null || sent.saving) return null;
  change(entry, { saving: true, failure: null });
  return send(client, entry);
}

async function send(client: QueryClient, entry: CallbackEntry): Promise<CallbackAction | null> {
  const { id } = entry;
  const key = callerKeyOf(entry);
  const sent = sentActions.read(key);
  if (sent === null) return null;
  const { requestId, kind, until, version } = sent;
  try {
    const done = await actOnCaller(id, { requestId, kind, version, until });
    sentActions.remove(key);
    showCaller(client, id, done.entry);
    const undo = { label: 'Undo', onPress: () => void undoCallerAction(client, entry, done.action.id) };
    hideLast();
    hideLast = toast('success', doneText(done), done.action.canUndo ? undo : undefined);
    return done.action;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (!refusals.has(error.status)) change(entry, { saving: false, failure: error.message });
    else {
      sentActions.remove(key);
      toast('error', error.explanation);
      void reloadCallers(client);
    }
    return null;
  }
}

/** Request ids of callers closed together, kept until done, so that a retry has the same id. */
const requestIds = new Map<string, string>();

/** Closes one of several callers; returns the id of the action, or why it was not done. */
async function closeOne(
  entry: CallbackEntry,
  kind: ClosingKind,
): Promise<{ actionId: string } | { problem: string; isRefused: boolean }> {
  const { id, version } = entry;
  const key = `${callerKeyOf(entry)} ${kind} ${version}`;
  const requestId = requestIds.get(key) ?? newRequestId();
  requestIds.set(key, requestId);
  try {
    const { action } = await actOnCaller(id, { requestId, kind, version, until: null });
    requestIds.delete(key);
    return { actionId: action.id };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const isRefused = refusals.has(error.status);
    if (isRefused) requestIds.delete(key);
    return { problem: isRefused ? error.explanation : error.message, isRefused };
  }
}

/** Closes callers for one reason; all can be undone together. Stops if nothing can be saved, reports refusals, returns the closed ids. */
export async function closeCallers(
  client: QueryClient,
  entries: readonly CallbackEntry[],
  kind: ClosingKind,
): Promise<string[]> {
  const done: { entry: CallbackEntry; actionId: string }[] = [];
  const problems: string[] = [];
  for (const entry of entries) {
    const closed = await closeOne(entry, kind);
    if ('actionId' in closed) done.push({ entry, actionId: closed.actionId });
    else problems.push(`${callerNameOf(entry)}: ${closed.problem}`);
    if ('problem' in closed && !closed.isRefused) break;
  }
  hideLast();
  if (done.length > 0)
    hideLast = toast('success', `${callbackKindTexts[kind]}: ${counted(done.length, 'caller')}.`, {
      label: 'Undo',
      onPress: () => void undoTogether(client, done),
    });
  const [first, ...others] = problems;
  if (first !== undefined)
    toast(
      'error',
      others.length === 0
        ? first
        : `${first} ${thousands(others.length)} more ${others.length === 1 ? 'was' : 'were'} not closed.`,
    );
  await reloadDesk(client);
  return done.map(({ entry }) => entry.id);
}

async function undoTogether(
  client: QueryClient,
  done: readonly { entry: CallbackEntry; actionId: string }[],
): Promise<void> {
  const problems: string[] = [];
  for (const { entry, actionId } of done) {
    try {
      await undoAction(entry.id, actionId);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      problems.push(`${callerNameOf(entry)}: ${error.message}`);
    }
  }
  const undone = done.length - problems.length;
  if (undone > 0) toast('success', `Undone: ${counted(undone, 'caller')} as before.`);
  if (problems[0] !== undefined) toast('error', problems[0]);
  await reloadDesk(client);
}

export async function undoCallerAction(
  client: QueryClient,
  entry: CallbackEntry,
  actionId: string,
): Promise<void> {
  try {
    const undone = await undoAction(entry.id, actionId);
    showCaller(client, entry.id, undone.entry);
    toast('success', `Undone: ${callerNameOf(entry)} is as before.`);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    toast('error', error.message);
    void reloadCallers(client);
  }
}
