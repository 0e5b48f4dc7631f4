import { Readable } from 'node:stream';
import { exportChanges } from '@mailcall/contract/ingest.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { checkApiKey, type Viewer } from '../identity/index.ts';
import { publishChanges } from '../changes/index.ts';
import { patientsOf, type PresentChange, readChanges } from './changed-rows.ts';
import { BadCursor, cursorAt, positionOf, readLogState } from './cursors.ts';

const lineOf = (value: object) => `${JSON.stringify(value)}\n`;

/** Reads patients at the client's pace, without holding a connection. A list replaced meanwhile comes again with the next cursor. */
async function* linesOf(
  database: Queryable,
  changes: readonly PresentChange[],
  end: { cursor: string; more: boolean },
): AsyncGenerator<string> {
  const seen = new Set<string>();
  for (const { file, row } of changes) {
    const name = `${file} ${String(row?.['id'])}`;
    if (row === null || seen.has(name)) continue;
    seen.add(name);
    yield lineOf({ file, row });
    if (file !== 'patient-lists') continue;
    for await (const patients of patientsOf(database, String(row['id'])))
      yield patients.map((patient) => lineOf({ file: 'patients', row: patient })).join('');
  }
  yield lineOf(end);
}

export function serveDataOut(
  routes: RouteServer<Viewer>,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  routes.serve(exportChanges, async ({ query, request, reply }) => {
    await checkApiKey(database.kysely, request, 'export', clock.now());
    // in case no worker runs
    await publishChanges(database);
    const state = await readLogState(database.kysely);
    try {
      const after = positionOf(state, query.since ?? null);
      const changes = await readChanges(database.kysely, {
        after,
        upTo: state.position,
        limit: query.limit,
      });
      const more = changes.length === query.limit;
      const end = {
        cursor: cursorAt(state, more ? (changes.at(-1)?.position ?? after) : state.position),
        more,
      };
      await reply
        .header('content-type', 'application/x-ndjson; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(Readable.from(linesOf(database.kysely, changes, end), { objectMode: false }));
    } catch (error) {
      throw error instanceof BadCursor ? notPossible(error.message) : error;
    }
  });
}
