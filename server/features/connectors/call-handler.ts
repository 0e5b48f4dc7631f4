import { storeBody } from './call-bodies.ts';
import { importFeed } from '../ingest/index.ts';
import { Preview } from '../mapping/index.ts';
import type { KindHandler, KindWebhook, PostedEvent } from './kind-handler.ts';
import { accessOf } from './api-access.ts';
import { type CallSystem, modifiedAtOf } from './call-system.ts';
import { readCall } from './read-lists.ts';
import { mapCalls, mappingOf, readCallMapping, readyMapping } from './import-calls.ts';
import {
  countCalls,
  listUnfinishedCalls,
  noteCall,
  replayCalls,
  requestImport,
  reworkParkedCalls,
} from './waiting-calls.ts';

/** Bytes; a call takes a few thousand. */
const maxBytes = 1024 * 1024;

/** No line has this number. */
export const sampleNumber = '+13035550100';
/** Follows the prefix of a system's ids, which are digits or hexadecimal. */
export const sampleId = 'mailcall-test';

export const giveApiKey = (name: string, key: string) =>
  `Events only name the call, which is then read from the API. Give ${key} on standard input of: npm run cli -- connections rotate ${name} --api`;

export const jsonEvent = (value: object): PostedEvent => ({
  body: Buffer.from(JSON.stringify(value)),
  headers: { 'content-type': 'application/json' },
});

export function callHandler(
  { readEvent, name, companyOf, agencies }: CallSystem,
  given: Pick<KindHandler, 'kind' | 'webhookSecret' | 'account' | 'secretForms' | 'setUp'>,
  webhook: Pick<KindWebhook, 'types' | 'isSigned' | 'sample'>,
): KindHandler {
  const { kind } = given;
  return {
    ...given,
    title: name,
    agency: {
      noun: agencies.noun,
      needsAccount: agencies.oneList,
      companyOf: ({ body, headers }) => companyOf(readEvent(body, headers).row),
    },
    assignedTo: 'tracking line',
    readyMapping: () => readyMapping(kind),
    checkMapping: (text) => void readCallMapping('mapping.yaml', text),
    webhook: {
      ...webhook,
      maxBytes,
      async receive(transaction, { body, headers, connection, now, sealedTexts }) {
        const { callId, leftOut, row, isWhole } = readEvent(body, headers);
        const companyId = connection.isAgency ? companyOf(row) : null;
        await noteCall(transaction, { connection: connection.name, callId, leftOut, companyId, now });
        if (leftOut !== null) return;
        const modifiedAt = isWhole ? modifiedAtOf(row, now) : null;
        await storeBody(
          transaction,
          sealedTexts,
          { connection: connection.name, callId, body, row, modifiedAt },
          now,
        );
        await requestImport(transaction, connection.name);
      },
    },
    async dryRun(dependencies, connection, { body, headers }) {
      const { database, files, clock } = dependencies;
      const { row, leftOut } = readEvent(body, headers);
      if (leftOut !== null) return { lines: [`It ${leftOut}, and would be left out.`], failed: false };
      const { mapping } = await mappingOf(database.kysely, connection);
      const preview = new Preview(mapping);
      const [outcome] = await mapCalls(dependencies, connection, [row], { mapping, preview }, (source) =>
        importFeed(database, source, { files, clock, dryRun: true }),
      );
      const result = outcome?.reference
        ? `It would be parked under ${outcome.reference}: it ${outcome.reason}.`
        : `It would be ${outcome?.state}${outcome?.reason ? `: ${outcome.reason}` : ''}.`;
      const lines = [...(await preview.lines(database.kysely)), result];
      return { lines, failed: outcome?.state === 'failed' };
    },
    countEvents: countCalls,
    listUnfinished: listUnfinishedCalls,
    requestWaiting: (transaction, connection) => requestImport(transaction, connection.name),
    replay: (transaction, { connection, since }) =>
      replayCalls(transaction, { connection: connection.name, since }),
    reworkParked: (transaction, { connection, reference, now }) =>
      reworkParkedCalls(transaction, { connection: connection.name, reference, now }),
    async fetchCall(dependencies, connection, callId, signal, companyId) {
      const access = await accessOf(dependencies, connection, signal);
      const account = agencies.oneList ? access.account : (companyId ?? access.account);
      return (await readCall(access, account, callId)) ?? undefined;
    },
  };
}
