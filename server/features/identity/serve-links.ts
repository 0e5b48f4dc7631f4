import * as contract from '@mailcall/contract/identity.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { activateByLink, verifyLink } from './activation.ts';
import { refreshLink, requestReset, sendSetup } from './password-links.ts';
import { findRequestedPerson } from './requested-person.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import type { Viewer } from './viewer.ts';

/** Serves the way to a password without one: who is known, links to set or reset it, and activation by a link. */
export function serveLinks(routes: RouteServer<Viewer>, dependencies: SignInDependencies): void {
  const { database, clock, limits } = dependencies;

  routes.serve(contract.checkUser, async ({ body, request }) => {
    const person = await findRequestedPerson(database.kysely, body.email);
    await limits.take('check', person.countedAs, request.ip, clock.now());
    if (!person.contact) throw notFound('This person is not known here.');
    return { email: person.contact.email };
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
  routes.serve(contract.activate, ({ body, request }) => activateByLink(dependencies, body, request.ip));
}
