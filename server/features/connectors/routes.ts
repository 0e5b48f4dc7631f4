import {
  addDeskConnection,
  assignParkedReference,
  findAssignmentTargets,
  joinConnection,
  listConnectionCompanies,
  listDeskConnections,
  listParkedReferences,
  lookForCompanies,
  pauseConnection as pauseRoute,
  replayConnection as replayRoute,
  rotateSecret as rotateRoute,
  saveCompanies,
  showDeskConnection,
  testDeskConnection,
} from '@mailcall/contract/provider-connections.ts';
import type { Dependencies } from '../../dependencies.ts';
import { notFound, notValid, orRefused } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { SealedTexts } from '../../platform/sealed-text.ts';
import { withIsoTimes } from '../../platform/iso-times.ts';
import type { Viewer } from '../identity/index.ts';
import { findTargets } from './assignment-targets.ts';
import { type CompanyCounts, countCompanies, listCompanies } from './companies.ts';
import { type By, listChanges } from './connection-changes.ts';
import { addressOfConnection, type Connection, findConnection, listConnections } from './connections.ts';
import { type KindHandler, requireKind } from './kind-handler.ts';
import { updateCompanies } from './list-companies.ts';
import {
  addWithSecrets,
  assignParked,
  CompanyProblems,
  decideCompanies,
  joinAgency,
  pauseConnection,
  replayConnection,
  rotateSecret,
  setCompanyKeys,
} from './manage-connections.ts';
import { listAssignable } from './parked.ts';
import { secretTimes } from './secrets.ts';
import { connectionStates } from './states.ts';
import { testConnection } from './test-connection.ts';

const answering = <Result>(work: () => Promise<Result>): Promise<Result> =>
  orRefused(() =>
    work().catch((error: unknown) => {
      throw error instanceof CompanyProblems ? notValid(Object.fromEntries(error.problems)) : error;
    }),
  );

const keepDays = 7;
const lookTimeout = 45_000;
const shownChanges = 50;
const noCompanies: CompanyCounts = { all: 0, waiting: 0, confirmed: 0 };

const presentKind = (handler: KindHandler) => ({
  kind: handler.kind,
  title: handler.title,
  webhookSecret: handler.webhookSecret,
  account: handler.account ?? null,
  secretForms: handler.secretForms ?? {},
  agency: handler.agency ? { noun: handler.agency.noun, needsAccount: handler.agency.needsAccount } : null,
  assignedTo: handler.assignedTo,
  pauses: handler.replay !== undefined && handler.requestWaiting !== undefined,
  replays: handler.replay !== undefined,
});

export function serveDeskConnections(
  routes: RouteServer<Viewer>,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'environment' | 'files'>,
  handlers: readonly KindHandler[],
  sealedTexts: SealedTexts,
): void {
  const { database, clock, environment } = dependencies;
  const { kysely } = database;
  const by = ({ contactId }: Viewer): By => ({ contactId, at: clock.now() });

  async function find(name: string): Promise<{ connection: Connection; handler: KindHandler }> {
    const connection = await findConnection(kysely, name);
    if (!connection) throw notFound(`There is no connection ${name}.`);
    return { connection, handler: requireKind(handlers, connection.kind) };
  }
  const countsOf = async (name: string) => (await countCompanies(kysely)).get(name) ?? noCompanies;
  const setUpOf = (handler: KindHandler, { name, isAgency }: Connection): string[] => {
    const address = addressOfConnection(environment.publicUrl, name);
    if (!isAgency) return handler.setUp(address, name).filter((line) => !line.includes('npm run'));
    return [
      `One address for the webhooks of each ${handler.agency?.noun}:`,
      `  ${address}`,
      `Enter the signing key of each one in the table. Without a key its calls are read each hour.`,
    ];
  };
  const checkForm = (handler: KindHandler, purpose: 'webhook' | 'api', field: string, secret?: string) => {
    const form = handler.secretForms?.[purpose];
    if (secret !== undefined && form !== undefined && !/^[^:]+:./.test(secret))
      throw notValid({ [field]: `Use ${form}, with a colon between both parts.` });
  };

  routes.serve(listDeskConnections, async () => {
    const now = clock.now();
    const states = await connectionStates({ database: kysely, sealedTexts }, handlers, now);
    const companies = await countCompanies(kysely);
    const setAt = await secretTimes(kysely);
    return {
      kinds: handlers.map(presentKind),
      connections: states.map(
        ({
          createdAt: _createdAt,
          removedAt: _removedAt,
          origin: _origin,
          unopened,
          secrets: _secrets,
          oldestAt: _oldestAt,
          companiesListedAt: _listedAt,
          companiesProblem: _companiesProblem,
          problem,
          ...state
        }) =>
          withIsoTimes({
            ...state,
            problem: unopened.length > 0 ? 'A secret cannot be opened. Enter it again.' : problem,
            address: addressOfConnection(environment.publicUrl, state.name),
            webhookSetAt: setAt.get(`${state.name} webhook`) ?? null,
            apiSetAt: setAt.get(`${state.agency ?? state.name} api`) ?? null,
            companies: state.isAgency ? (companies.get(state.name) ?? noCompanies) : null,
          }),
      ),
    };
  });

  routes.serve(showDeskConnection, async ({ params }) => {
    const { connection, handler } = await find(params.name);
    const unfinished = (await handler.listUnfinished?.(kysely, connection.name)) ?? [];
    const changes = await listChanges(kysely, connection.name, shownChanges);
    return {
      setUp: setUpOf(handler, connection),
      unfinished: unfinished.map(withIsoTimes),
      changes: changes.map(withIsoTimes),
    };
  });

  routes.serve(addDeskConnection, async ({ viewer, body }) => {
    const { kind, webhookSecret, apiKey, ...wanted } = body;
    const handler = requireKind(handlers, kind);
    const all = await listConnections(kysely, { removed: true });
    if (all.some(({ name }) => name === body.name))
      throw notValid({ name: `There is, or was, a connection ${body.name}. Choose another name.` });
    const needsAccount = body.isAgency ? handler.agency?.needsAccount : handler.account !== undefined;
    if (needsAccount && body.account === undefined) throw notValid({ account: `Enter ${handler.account}.` });
    if (body.isAgency && apiKey === undefined) throw notValid({ apiKey: 'Enter the key of the API.' });
    checkForm(handler, 'webhook', 'webhookSecret', webhookSecret);
    checkForm(handler, 'api', 'apiKey', apiKey);
    const connection = await answering(() =>
      database.transaction((transaction) =>
        addWithSecrets({ transaction, sealedTexts, by: by(viewer) }, handler, {
          ...wanted,
          secrets: {
            ...(webhookSecret !== undefined && { webhook: webhookSecret }),
            ...(apiKey !== undefined && { api: apiKey }),
          },
        }),
      ),
    );
    return { name: connection.name, setUp: setUpOf(handler, connection) };
  });

  routes.serve(rotateRoute, async ({ viewer, params, body: { confirmation, ...given } }) => {
    const { connection, handler } = await find(params.name);
    if (confirmation !== connection.name)
      throw notValid({ confirmation: `Type ${connection.name} to confirm.` });
    checkForm(handler, given.purpose, 'secret', given.secret);
    await answering(() =>
      database.transaction((transaction) =>
        rotateSecret({ transaction, sealedTexts, by: by(viewer) }, handler, connection, given),
      ),
    );
    return { stored: true as const };
  });

  routes.serve(testDeskConnection, async ({ params }) => {
    const { connection, handler } = await find(params.name);
    return answering(() =>
      testConnection({ ...dependencies, sealedTexts }, handler, connection, clock.now()),
    );
  });

  routes.serve(pauseRoute, async ({ viewer, params, body: { paused } }) => {
    const { connection, handler } = await find(params.name);
    await answering(() =>
      database.transaction((transaction) =>
        pauseConnection({ transaction, by: by(viewer) }, handler, connection, paused),
      ),
    );
    return { paused };
  });

  routes.serve(replayRoute, async ({ viewer, params, body: { since } }) => {
    const { connection, handler } = await find(params.name);
    const day = since === undefined ? null : new Date(`${since}T00:00:00Z`);
    const events = await answering(() =>
      database.transaction((transaction) =>
        replayConnection({ transaction, by: by(viewer) }, handler, connection, day),
      ),
    );
    return { events };
  });

  routes.serve(listParkedReferences, async ({ query: { query = '', page, pageSize } }) => {
    const words = query.toLowerCase().split(/\s+/);
    const digits = query.replace(/\D/g, '');
    const all = (await listAssignable(kysely, handlers)).filter(({ connection, reference }) => {
      const searched = `${connection} ${reference}`.toLowerCase();
      return (
        words.every((word) => searched.includes(word)) || (digits.length > 2 && reference.includes(digits))
      );
    });
    return {
      meta: { total_count: all.length },
      records: all.slice((page - 1) * pageSize, page * pageSize).map(withIsoTimes),
    };
  });

  routes.serve(findAssignmentTargets, async ({ query: { assignedTo, query } }) => ({
    records: await findTargets(kysely, assignedTo, query),
  }));

  routes.serve(assignParkedReference, async ({ viewer, params, body }) => {
    const { connection, handler } = await find(params.name);
    const { reworked } = await answering(() =>
      database.transaction((transaction) =>
        assignParked({ transaction, by: by(viewer) }, handler, connection, body),
      ),
    );
    return { reworked, more: handler.bringParked?.(connection.name) ?? null };
  });

  routes.serve(listConnectionCompanies, async ({ params, query: { view, query, ...page } }) => {
    await find(params.name);
    const { total, companies } = await listCompanies(kysely, params.name, { view, query, page });
    return { meta: { total_count: total }, records: companies.map(withIsoTimes) };
  });

  routes.serve(lookForCompanies, async ({ params }) => {
    const { connection } = await find(params.name);
    await answering(() => updateCompanies(dependencies, connection, AbortSignal.timeout(lookTimeout)));
    return countsOf(connection.name);
  });

  routes.serve(saveCompanies, async ({ viewer, params, body: { companies, keys } }) => {
    const { connection } = await find(params.name);
    const who = by(viewer);
    await answering(() =>
      database.transaction(async (transaction) => {
        if (companies.length > 0) await decideCompanies({ transaction, by: who }, connection, companies);
        if (keys.length > 0)
          await setCompanyKeys({ transaction, sealedTexts, by: who }, connection, keys, keepDays);
      }),
    );
    return { saved: companies.length + keys.length };
  });

  routes.serve(joinConnection, async ({ viewer, params, body }) => {
    const { connection } = await find(params.name);
    const { connection: single } = await find(body.connection);
    await answering(() =>
      database.transaction((transaction) =>
        joinAgency({ transaction, by: by(viewer) }, connection, params.companyId, single),
      ),
    );
    return { joined: single.name };
  });
}
