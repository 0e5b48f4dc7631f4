import type { PageChoice, SortDirection } from '@mailcall/contract/rules/paging.ts';
import { normalizedQuery } from '@mailcall/contract/rules/search-text.ts';
import type { RequestedAccounts } from '@mailcall/contract/scope/scope.ts';
import {
  type LineSort,
  listTrackingLines,
  renameTrackingLine,
  type TrackingLine,
} from '@mailcall/contract/tracking-lines.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { alwaysFresh } from '../../platform/query-client.ts';

export interface LinesRequest {
  accounts: RequestedAccounts;
  sort: LineSort;
  dir: SortDirection;
  inactive: boolean;
  search: string;
  block: PageChoice;
}

const linesKey = ['tracking-lines'] as const;
export type Lines = RouteReply<typeof listTrackingLines>;

export function linesQuery({ accounts, sort, dir, inactive, search, block }: LinesRequest) {
  const words = normalizedQuery(search);
  const query = {
    ...accounts,
    sort,
    dir,
    ...(inactive ? {} : { filters: { computedStatus: 'Active' as const } }),
    ...(words === '' ? {} : { query: words }),
    ...block,
  };
  return queryOptions({
    queryKey: [...linesKey, query],
    queryFn: ({ signal }): Promise<Lines> => call(listTrackingLines, { query }, { signal }),
    placeholderData: keepPreviousData,
    enabled: accounts.accountIds.length > 0,
    // a changed switch or order reloads the lines
    ...alwaysFresh,
  });
}

function replaceLine(client: QueryClient, record: TrackingLine): void {
  client.setQueriesData<Lines>(
    { queryKey: linesKey },
    (lines) =>
      lines && {
        ...lines,
        records: lines.records.map((line) => (line.id === record.id ? record : line)),
      },
  );
}

/** Renames a line; renames of the same line run in sequence. */
export function useRename(line: TrackingLine) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (friendlyName: string) => call(renameTrackingLine, { body: { id: line.id, friendlyName } }),
    scope: { id: `tracking line ${line.id}` },
    onSuccess: ({ record }) => {
      replaceLine(client, record);
      // a list being loaded may have been read before the rename
      if (client.isFetching({ queryKey: linesKey }) > 0)
        void client.invalidateQueries({ queryKey: linesKey });
    },
  });
}
