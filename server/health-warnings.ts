import type { Dependencies } from './dependencies.ts';
import {
  connectionWarnings,
  type KindHandler,
  syncWarnings,
  reportedCallWarnings,
  twilioTokenWarnings,
} from './features/connectors/index.ts';
import { operationWarnings } from './features/operators/index.ts';
import type { Outbox } from './features/outbox/index.ts';
import { retentionWarnings } from './features/personal-data/index.ts';
import { unknownIndustries, unknownTypes } from './features/scope/index.ts';
import type { ReadModel } from './features/read-model/index.ts';
import { suggestionWarnings } from './features/suggestions/index.ts';
import { webhookWarnings } from './features/data-out/index.ts';
import type { Database } from './platform/database.ts';
import { type FileCheck, fileWarnings } from './platform/http/health.ts';
import type { SealedTexts } from './platform/sealed-text.ts';

const withoutNames = (found: readonly string[]): string[] =>
  found.length === 0
    ? []
    : [
        `${found.length === 1 ? 'A connection needs' : 'Connections need'} to be looked at: npm run cli -- connections list`,
      ];

export interface HealthWarnings {
  /** All warnings, for operators, with the names of connections. */
  all(): Promise<string[]>;
  /** For anybody: a connection's name is the address of its events. */
  withoutNames(): Promise<string[]>;
}

export function healthWarnings(
  { database, clock, environment }: Pick<Dependencies, 'database' | 'clock' | 'environment'>,
  parts: {
    readModel: Pick<ReadModel, 'warnings'>;
    outbox: Pick<Outbox, 'warnings'>;
    checkFiles: FileCheck;
    handlers: readonly KindHandler[];
    sealedTexts: SealedTexts;
    more?: ((database: Database) => Promise<string[]>) | undefined;
  },
): HealthWarnings {
  const { readModel, outbox, checkFiles, handlers, sealedTexts, more } = parts;
  const { kysely } = database;
  const startedAt = clock.now();
  const read = async (ofConnections: (found: string[]) => string[]) => {
    const now = clock.now();
    return [
      ...((await more?.(database)) ?? []),
      ...readModel.warnings(),
      ...(await fileWarnings(checkFiles)),
      ...(await outbox.warnings()),
      ...(await webhookWarnings(kysely, now)),
      ...(await suggestionWarnings(kysely, now)),
      ...(await reportedCallWarnings(kysely, now)),
      ...(await twilioTokenWarnings(kysely, sealedTexts)),
      ...ofConnections([
        ...(await connectionWarnings({ database: kysely, sealedTexts }, handlers, now)),
        ...(await syncWarnings(kysely, now)),
      ]),
      ...(await retentionWarnings({ database: kysely, clock, environment }, startedAt)),
      ...(await operationWarnings({ database: kysely, environment, now }, startedAt)),
    ];
  };
  return {
    // values of the feed are for operators alone
    all: async () => [
      ...(await read((found) => found)),
      ...(await unknownTypes(kysely)),
      ...(await unknownIndustries(kysely)),
    ],
    withoutNames: () => read(withoutNames),
  };
}
