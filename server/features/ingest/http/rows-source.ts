import { Readable } from 'node:stream';
import type { FeedFileName, PortalFileName } from '@mailcall/contract/rules/api-key-scopes.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { AttachmentProblem, FeedSource } from '../feed-source.ts';
import { allowedAddress, isAddress } from './fetch-addresses.ts';
import { findFile } from './uploaded-files.ts';

interface RowsSource extends FeedSource {
  readonly toFetch: ReadonlySet<string>;
}

const notFetched: AttachmentProblem = {
  refused: true,
  isComplete: true,
  reason: 'names an address from which nothing is fetched; INGEST_FETCH_ORIGINS must have its origin',
};

export function rowsSource(
  dependencies: Pick<Dependencies, 'database' | 'files' | 'environment'>,
  { system, file, body }: { system: string; file: FeedFileName | PortalFileName; body: Buffer },
): RowsSource {
  const origins = dependencies.environment.ingestFetchOrigins;
  const toFetch = new Set<string>();
  const name = `${file}.ndjson`;
  return {
    name: 'the request',
    system,
    toFetch,
    files: async () => [name],
    open: async () => Readable.from([body]),
    async attachment(path) {
      if (isAddress(path) && !allowedAddress(path, origins)) return notFetched;
      const found = await findFile(dependencies, system, path);
      if (found) return found;
      if (!isAddress(path))
        return { refused: false, reason: 'names a file that was not uploaded, or more than a week ago' };
      toFetch.add(path);
      return { refused: false, reason: 'is being fetched' };
    },
  };
}
