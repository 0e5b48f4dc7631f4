import * as contract from '@mailcall/contract/identity.ts';
import { sendProofCode as proofCode } from '@mailcall/contract/proof.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import {
  changePassword,
  changeUserSettings,
  confirmUserSettings,
  userSettings,
} from '@mailcall/contract/settings.ts';
import { notFound, notPossible } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { accountUserOf } from './account-user.ts';
import { changePasswordOf } from './change-password.ts';
import { changeUserSettingsOf, type SettingsDependencies } from './change-user-settings.ts';
import { confirmUserSettingsOf } from './confirm-user-settings.ts';
import { relatedAccountsOf } from './related-accounts.ts';
import { sendProofCode } from './proof.ts';
import { userInfoOf } from './user-info.ts';
import { userSettingsOf } from './user-settings.ts';
import type { Viewer } from './viewer.ts';

export function serveViewer(routes: RouteServer<Viewer>, dependencies: SettingsDependencies): void {
  const { passwordHere } = dependencies;
  const database = dependencies.database.kysely;

  routes.serve(contract.userInfo, ({ viewer }) => userInfoOf(database, viewer));

  routes.serve(contract.relatedAccounts, async ({ viewer }) => ({
    accounts: await relatedAccountsOf(database, viewer),
    sessionVersion: viewer.sessionVersion,
    team: [...(viewer.team?.roles ?? [])],
  }));
  routes.serve(contract.accountUser, ({ params, viewer }) => accountUserOf(database, viewer, params.id));

  const settingsOf = ({ contactId }: Viewer) =>
    userSettingsOf(database, contactId, { ...dependencies, now: dependencies.clock.now() });
  routes.serve(userSettings, ({ viewer }) => settingsOf(viewer));
  routes.serve(changeUserSettings, async ({ body, viewer, request }) => {
    await changeUserSettingsOf(dependencies, viewer, body, request.ip);
    return settingsOf(viewer);
  });
  routes.serve(confirmUserSettings, async ({ body, viewer, request }) => {
    await confirmUserSettingsOf(dependencies, viewer, body, request.ip);
    return settingsOf(viewer);
  });
  routes.serve(proofCode, async ({ viewer, request }) => {
    if (!passwordHere) throw notFound();
    await sendProofCode(dependencies, viewer, request.ip);
    return {};
  });
  routes.serve(changePassword, async ({ body, viewer, request }) => {
    if (!passwordHere) throw notPossible(messages.passwordManagedElsewhere);
    await changePasswordOf(dependencies, viewer, body, request.ip);
    return {};
  });
}
