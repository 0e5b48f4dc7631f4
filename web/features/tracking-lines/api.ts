import type { AccountsOfRequest } from '@mailcall/contract/scope/scope.ts';
import {
  type LineSort,
  listTrackingLines,
  renameTrackingLine,
  type TrackingLine,
} from '@mailcall/contract/tracking-lines.ts';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** What the lines are asked with. */
export interface LinesRequest {
  accounts: AccountsOfRequest;
  sort: LineSort;
  dir: 'asc' | 'desc';
  /** Whether those that receive no calls are asked for too. */
  inactive: boolean;
}

const linesKey = ['tracking-lines'] as const;
interface Lines {
  records: TrackingLine[];
}

/** The tracking lines of a selection of accounts. The ones before stay until the next are there. */
export const linesQuery = ({ accounts, sort, dir, inactive }: LinesRequest) =>
  queryOptions({
    queryKey: [...linesKey, { ...accounts, sort, dir, inactive }],
    queryFn: ({ signal }): Promise<Lines> =>
      call(
        listTrackingLines,
        { query: { ...accounts, sort, dir, ...(inactive ? {} : { filters: { computedStatus: 'Active' } }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    enabled: accounts.accountIds.length > 0,
    // turning the switch or the order asks anew
    staleTime: 0,
    refetchOnMount: 'always',
  });

/** Puts a line in the place of what was known of it, wherever it is listed; no row changes its place by that. */
function replaceLine(client: QueryClient, record: TrackingLine): void {
  client.setQueriesData<Lines>(
    { queryKey: linesKey },
    (known) => known && { records: known.records.map((line) => (line.id === record.id ? record : line)) },
  );
}

/** Renames a line; renames of the same one go one after the other. */
export function useRename(line: TrackingLine) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (friendlyName: string) => call(renameTrackingLine, { body: { id: line.id, friendlyName } }),
    scope: { id: `tracking line ${line.id}` },
    onSuccess: ({ record }) => {
      replaceLine(client, record);
      // a list that is on its way may have left before the new name was there
      if (client.isFetching({ queryKey: linesKey }) > 0)
        void client.invalidateQueries({ queryKey: linesKey });
    },
  });
}
