import { messages } from '@mailcall/contract/rules/messages.ts';
import {
  changePassword,
  changeUserSettings,
  confirmUserSettings,
  type UserSettings,
  userSettings,
  userSettingsSchema,
} from '@mailcall/contract/settings.ts';
import type { RouteInput } from '@mailcall/contract/wire/route.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, CallFailed, explanationOf, UnreadableAnswer } from '../../platform/api.ts';
import { queryClient } from '../../platform/query-client.ts';
import { currentSession, saveSession } from '../../platform/session-store.ts';
import { reloadSession } from '../session/index.ts';
import { reloadReceivers } from './alerts-api.ts';

export const userSettingsQuery = queryOptions({
  queryKey: ['user', 'settings'],
  queryFn: async ({ signal }): Promise<UserSettings> => {
    const answer: unknown = await call(userSettings, {}, { signal }).catch((error: unknown) => {
      if (error instanceof UnreadableAnswer) return null;
      throw error instanceof CallFailed ? new CallFailed(messages.settingsNotLoaded, error.status) : error;
    });
    const settings = userSettingsSchema.safeParse(answer);
    if (!settings.success) throw new CallFailed(messages.settingsUnreadable, 200);
    return settings.data;
  },
  gcTime: 0,
});

function storeAnswer(answer: unknown): UserSettings {
  const saved = userSettingsSchema.safeParse(answer);
  if (!saved.success) throw new CallFailed(messages.somethingWrong, 200);
  queryClient.setQueryData(userSettingsQuery.queryKey, saved.data);
  return saved.data;
}

const nothingIfUnreadable = (error: unknown) => {
  if (error instanceof UnreadableAnswer) return null;
  throw error;
};

/** Saves the settings. A new email or phone waits for its code; sending the stored one withdraws a pending one. */
export async function saveUserSettings(
  changes: NonNullable<RouteInput<typeof changeUserSettings>['body']>,
): Promise<void> {
  storeAnswer(await call(changeUserSettings, { body: changes }).catch(nothingIfUnreadable));
}

/** Confirms a pending email or phone. After a new email it reloads the session before other requests use the old one. */
export async function confirmSettings(code: string, field: 'email' | 'phone'): Promise<void> {
  const before = queryClient.getQueryData(userSettingsQuery.queryKey);
  const saved = storeAnswer(
    await call(confirmUserSettings, { body: { code, field } }).catch(nothingIfUnreadable),
  );
  // if the reload fails, the next stale response refreshes the session
  if (before?.email !== saved.email) await reloadSession().catch(() => {});
  // text messages depend on the phone
  reloadReceivers();
}

export async function savePassword(
  passwords: NonNullable<RouteInput<typeof changePassword>['body']>,
): Promise<void> {
  await call(changePassword, { body: passwords }).catch((error: unknown) => {
    throw error instanceof UnreadableAnswer ? new CallFailed(messages.somethingWrong, error.status) : error;
  });
  queryClient.setQueryData(userSettingsQuery.queryKey, (before) => before && { ...before, activated: true });
  const session = currentSession();
  if (session) saveSession({ ...session, activated: true });
}

export const failureText = (error: unknown): string => explanationOf(error, messages.somethingWrong);
