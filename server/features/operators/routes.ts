import {
  maxAccessEntries,
  maxDeliveries,
  operateAccess,
  operateAccounts,
  operateContacts,
  operateDeliveries,
  operateOverview,
} from '@mailcall/contract/operate.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { SealedTexts } from '../../platform/sealed-text.ts';
import { type OperatorList, recordOperatorRead } from '../activity/index.ts';
import type { Outbox } from '../outbox/index.ts';
import {
  type ConnectionState,
  connectionStates,
  type KindHandler,
  listParked,
  listTwilioWebhooks,
  type TwilioWebhook,
} from '../connectors/index.ts';
import { listApiKeys, presentApiKey, listGrants, listRoleChanges, type Viewer } from '../identity/index.ts';
import { countDeliveries, type Delivery, listDeliveries, listWebhooks } from '../data-out/index.ts';
import { countAccess, listAccess } from './access-log.ts';
import { listAccounts } from './accounts.ts';
import { listContacts } from './contacts.ts';
import { withIsoTimes } from '../../platform/iso-times.ts';
import { listQueues } from './queues.ts';
import { readVersion } from './version.ts';

type UnsentMessage = Awaited<ReturnType<Outbox['unsent']>>[number];

const presentMessage = ({ text: _text, html: _html, failedAt: _failedAt, ...message }: UnsentMessage) => {
  const { alertType, subject, ...rest } = message;
  return withIsoTimes({ ...rest, subject: subject ?? alertType });
};

const presentDelivery = ({
  lastAttemptAt,
  position: _position,
  status: _status,
  url,
  ...delivery
}: Delivery) => withIsoTimes({ ...delivery, url: url && shownAddress(url), at: lastAttemptAt });

const secretLength = 20;

/** Origin and first part of the path; the rest can be a secret. */
function shownAddress(url: string): string {
  const { origin, pathname, search } = new URL(url);
  const [first = '', ...more] = pathname.slice(1).split('/');
  if (first.length >= secretLength) return `${origin}/…`;
  return `${origin}/${first}${more.length > 0 ? '/…' : search ? '?…' : ''}`;
}

const shownReferences = 50;

const presentConnection = ({
  createdAt: _createdAt,
  removedAt: _removedAt,
  account: _account,
  origin: _origin,
  unopened: _unopened,
  isAgency: _isAgency,
  agency: _agency,
  companyId: _companyId,
  companiesListedAt: _companiesListedAt,
  companiesProblem: _companiesProblem,
  ...state
}: ConnectionState) => withIsoTimes(state);

const presentTwilio = ({
  name,
  isOpened,
  callbacksFrom,
  lastUsedAt,
  waiting,
  leftOut,
  refused,
  lastRefusedAt,
}: TwilioWebhook) =>
  withIsoTimes({
    name,
    kind: 'twilio',
    secrets: [isOpened ? 'webhook' : 'webhook (cannot be opened)'],
    callbacksFrom,
    hasOwnMapping: false,
    lastReceivedAt: lastUsedAt,
    waiting,
    oldestAt: null,
    problem: null,
    failed: 0,
    gone: 0,
    parked: 0,
    leftOut,
    refused,
    lastRefusedAt,
    pausedAt: null,
    failure: null,
    lastReadAt: null,
  });

const shownRoleChanges = 10;

/** Reads are recorded. */
export function serveOperators(
  routes: RouteServer<Viewer>,
  {
    database,
    clock,
    outbox,
    warnings,
    connectionKinds,
    sealedTexts,
  }: Pick<Dependencies, 'database' | 'clock'> & {
    outbox: Pick<Outbox, 'unsent'>;
    warnings: () => Promise<string[]>;
    connectionKinds: readonly KindHandler[];
    sealedTexts: SealedTexts;
  },
): void {
  const { kysely } = database;
  const record = (
    { contactId }: Viewer,
    list: OperatorList,
    accountIds: readonly (string | null)[],
  ): Promise<void> => recordOperatorRead(kysely, { contactId, list, accountIds, at: clock.now() });

  routes.serve(operateOverview, async ({ viewer }) => {
    const now = clock.now();
    const [
      told,
      version,
      queues,
      messages,
      webhooks,
      connections,
      twilio,
      parked,
      keys,
      grants,
      roleChanges,
    ] = await Promise.all([
      warnings(),
      readVersion(database),
      listQueues(kysely, now),
      outbox.unsent(),
      listWebhooks(kysely),
      connectionStates({ database: kysely, sealedTexts }, connectionKinds, now),
      listTwilioWebhooks(kysely, sealedTexts, now),
      listParked(kysely),
      listApiKeys(kysely),
      listGrants(kysely, now),
      listRoleChanges(kysely, { page: 1, pageSize: shownRoleChanges }),
    ]);
    await record(
      viewer,
      'scoreboard grants',
      grants.flatMap(({ accountIds }) => accountIds),
    );
    return {
      warnings: told,
      version,
      queues,
      messages: messages
        .filter(({ goodUntil, failedAt }) => failedAt !== null || goodUntil > now)
        .map(presentMessage),
      webhooks: webhooks.map(({ createdAt: _createdAt, url, ...webhook }) => ({
        ...webhook,
        url: shownAddress(url),
      })),
      connections: [
        ...connections.map(presentConnection),
        ...twilio.filter(({ removedAt }) => removedAt === null).map(presentTwilio),
      ],
      parked: parked.slice(0, shownReferences).map(withIsoTimes),
      apiKeys: keys.map((key) => presentApiKey(key, now)),
      grants,
      roleChanges: roleChanges.map(withIsoTimes),
    };
  });

  routes.serve(operateAccounts, async ({ viewer, query: { query, ...page } }) => {
    const { total, records } = await listAccounts(kysely, { query }, page);
    await record(
      viewer,
      'accounts',
      records.map(({ id }) => id),
    );
    return { meta: { total_count: total }, records };
  });

  routes.serve(operateContacts, async ({ viewer, query: { query, ...page } }) => {
    const { total, records } = await listContacts(kysely, { query }, page, clock.now());
    await record(
      viewer,
      'contacts',
      records.flatMap(({ accountIds }) => (accountIds.length > 0 ? accountIds : [null])),
    );
    return { meta: { total_count: total }, records };
  });

  routes.serve(operateDeliveries, async ({ viewer, query: { state, ...page } }) => {
    const search = { webhookId: null, failedOnly: state === 'failed' };
    const total = await countDeliveries(kysely, search, maxDeliveries);
    const isPast = (page.page - 1) * page.pageSize >= maxDeliveries;
    const deliveries = isPast ? [] : await listDeliveries(kysely, search, page);
    await record(
      viewer,
      'webhook deliveries',
      deliveries.map(({ accountId }) => accountId),
    );
    return { meta: { total_count: total }, records: deliveries.map(presentDelivery) };
  });

  routes.serve(operateAccess, async ({ viewer, query: page }) => {
    const total = await countAccess(kysely, maxAccessEntries);
    const isPast = (page.page - 1) * page.pageSize >= maxAccessEntries;
    const { records } = isPast ? { records: [] } : await listAccess(kysely, {}, page);
    await record(
      viewer,
      'access log',
      records.map(({ accountId }) => accountId),
    );
    return { meta: { total_count: total }, records };
  });
}
