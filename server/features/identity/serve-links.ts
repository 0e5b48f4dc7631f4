import * as withdrawal from '@mailcall/contract/contact-withdrawal.ts';
import * as contract from '@mailcall/contract/identity.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { activateByLink, verifyLink } from './activation.ts';
import { refreshLink, requestReset, sendSetup } from './password-links.ts';
import { findRequestedPerson } from './requested-person.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import type { Viewer } from './viewer.ts';
import { lookAtWithdrawal, withdrawChanges, type WithdrawalDependencies } from './withdraw-changes.ts';

export function serveLinks(
  routes: RouteServer<Viewer>,
  dependencies: SignInDependencies & WithdrawalDependencies,
): void {
  const { database, clock, limits } = dependencies;

  routes.serve(contract.checkUser, async ({ body, request }) => {
    // neither the answer nor the limit may reveal whose a phone number is
    const person = await findRequestedPerson(database.kysely, body.email, { byPhone: false });
    await limits.take('check', person.countedAs, request.ip, clock.now());
    if (!person.contact) throw notFound('This person is not known here.');
    return { email: body.email };
  });

  routes.serve(contract.requestPasswordReset, ({ body, request }) =>
    requestReset(dependencies, body.email, request.ip),
  );
  routes.serve(contract.refreshActivationLink, ({ body, request }) =>
    refreshLink(dependencies, body, request.ip),
  );
  routes.serve(contract.sendSetupLink, ({ params, viewer, request }) =>
    sendSetup(dependencies, viewer, params.contactId, request.ip),
  );
  routes.serve(contract.verifyActivation, ({ body, request }) => verifyLink(dependencies, body, request.ip));
  routes.serve(withdrawal.lookAtWithdrawal, ({ body, request }) =>
    lookAtWithdrawal(dependencies, body.token, request.ip),
  );
  routes.serve(withdrawal.withdrawChanges, ({ body, request }) =>
    withdrawChanges(dependencies, body.token, request.ip),
  );
  routes.serve(contract.activate, ({ body, request }) => activateByLink(dependencies, body, request.ip));
}
