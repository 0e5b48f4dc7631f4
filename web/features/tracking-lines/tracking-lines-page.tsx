import { Button, Checkbox, Stack, Text, VisuallyHidden } from '@mantine/core';
import { pageSizes } from '@mailcall/contract/calls.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { PageChoice } from '@mailcall/contract/rules/paging.ts';
import { requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import type { TrackingLine } from '@mailcall/contract/tracking-lines.ts';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { paths } from '../../paths.ts';
import { useAddress, useAddressPart, useChangeAddress } from '../../platform/address.ts';
import { useLastKnown } from '../../ui/stale-while-loading.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useAccountName } from '../accounts/index.ts';
import { ScreenScope } from '../saved-views/index.ts';
import { scopeNames, useScope } from '../scope/index.ts';
import { type Lines, linesQuery } from './api.ts';
import { type LineCells, lineColumns, LineItem } from './line-cells.tsx';
import {
  blockOf,
  defaultLinesPerPage,
  linesFromAddress,
  linesSortedBy,
  type LinesState,
  linesToAddress,
  pageInBlock,
} from './lines-address.ts';
import classes from './tracking-lines.module.css';

/** Milliseconds of a typing pause before searching. */
const searchDelay = 400;

/** Changes the table, given the state in the URL, which may be newer than the drawn one. */
type ShowLines = (next: (before: LinesState) => LinesState, replace?: boolean) => void;

function useLinesState(): { state: LinesState; show: ShowLines } {
  const address = useAddress();
  const changeAddress = useChangeAddress();
  return {
    state: useMemo(() => linesFromAddress(address), [address]),
    show: (next, replace = false) =>
      changeAddress((before) => linesToAddress(next(linesFromAddress(before))), { replace }),
  };
}

interface LinesPage {
  records: TrackingLine[];
  meta: { total_count: number };
}

function useLines({ search, page, pageSize, sort, dir, inactive }: LinesState): UseQueryResult<LinesPage> {
  const { query: scope } = useScope();
  const query = useQuery(
    linesQuery({
      accounts: requestedAccounts(scope),
      sort,
      dir,
      inactive,
      search,
      block: blockOf({ page, pageSize }),
    }),
  );
  const { data: block, isPlaceholderData } = query;
  const loaded = useMemo(
    () => (block && !isPlaceholderData ? pageOfBlock(block, { page, pageSize }) : undefined),
    [block, isPlaceholderData, page, pageSize],
  );
  const last = useLastKnown(loaded);
  return { ...query, data: loaded ?? (isPlaceholderData ? last : undefined) } as UseQueryResult<LinesPage>;
}

const pageOfBlock = ({ records, meta }: Lines, choice: PageChoice): LinesPage => ({
  records: pageInBlock(records, choice),
  meta: { total_count: meta?.total_count ?? records.length },
});

export function TrackingLinesPage() {
  const { accountIds } = useScope();
  const scope = useAddressPart(scopeNames);
  const { state, show } = useLinesState();
  const lines = useLines(state);
  const nameOf = useAccountName();
  const [renamed, setRenamed] = useState('');
  const cells = useMemo(
    () => ({
      showAccount: accountIds.length > 1,
      nameOf,
      onRenamed: (line: TrackingLine) => setRenamed(`Saved: ${line.friendlyName}`),
    }),
    [accountIds.length, nameOf],
  );
  return (
    <>
      <PageLink to={paths.scoreboard} search={scope} icon={IconArrowLeft}>
        Scoreboard
      </PageLink>
      <PageHead title="Tracking Lines" aside={<ScreenScope accountsOnly />}>
        <Text size="sm" c="dimmed" maw={560}>
          The numbers that your callers dial, and where they ring. Press a name to give it one of your own.
        </Text>
      </PageHead>
      <VisuallyHidden role="status">{renamed}</VisuallyHidden>
      <LinesToolbar
        state={state}
        total={lines.isPlaceholderData ? undefined : lines.data?.meta.total_count}
        onShow={show}
      />
      <LinesTable state={state} lines={lines} cells={cells} onShow={show} />
    </>
  );
}

function LinesToolbar({
  state,
  total,
  onShow,
}: {
  state: LinesState;
  total: number | undefined;
  onShow: ShowLines;
}) {
  return (
    <div className={classes.tools}>
      <Text size="sm" fw={600} role="status" className={classes.count ?? ''}>
        {total === undefined ? '' : `${thousands(total)} ${total === 1 ? 'number' : 'numbers'}`}
      </Text>
      <Checkbox
        label="Show in-active numbers"
        checked={state.inactive}
        onChange={({ currentTarget: { checked: inactive } }) =>
          onShow((before) => ({ ...before, inactive, page: 1 }))
        }
        classNames={{ root: classes.switch ?? '', body: classes.switchBody ?? '' }}
      />
      <SearchField
        label="Search name or number"
        value={state.search}
        wait={searchDelay}
        onSearch={(text, replace) => onShow((before) => ({ ...before, search: text, page: 1 }), replace)}
      />
    </div>
  );
}

function LinesTable({
  state,
  lines,
  cells,
  onShow,
}: {
  state: LinesState;
  lines: ReturnType<typeof useLines>;
  cells: LineCells;
  onShow: ShowLines;
}) {
  const { query: scope } = useScope();
  const columns = useMemo(() => lineColumns(cells), [cells]);
  return (
    <PagedTable
      label="Tracking lines"
      query={lines}
      columns={columns}
      rowKey={(line) => line.id}
      renderItem={(line) => <LineItem line={line} {...cells} />}
      sorting={{ field: state.sort, dir: state.dir }}
      onSort={(field) => onShow((before) => linesSortedBy(before, field))}
      loadingText={messages.loadingData}
      pageSizes={[defaultLinesPerPage, ...pageSizes.filter((size) => size > defaultLinesPerPage)]}
      maxUnpagedRows={defaultLinesPerPage}
      page={state.page}
      pageSize={state.pageSize}
      onPage={(page, replace) => onShow((before) => ({ ...before, page }), replace)}
      onPageSize={(pageSize) => onShow((before) => ({ ...before, pageSize, page: 1 }))}
      empty={<NoLines state={state} hasAccounts={scope.accountIds.length > 0} onShow={onShow} />}
      minWidth={900}
    />
  );
}

function NoLines({
  state,
  hasAccounts,
  onShow,
}: {
  state: LinesState;
  hasAccounts: boolean;
  onShow: ShowLines;
}) {
  const isSearched = state.search !== '';
  return (
    <Stack align="center" gap="sm" py={48} px="md" ta="center" role="status">
      <Text fw={500}>{messages.noData}</Text>
      {!hasAccounts ? (
        <Text size="sm" c="dimmed">
          {messages.noAccountsSelected}
        </Text>
      ) : isSearched ? (
        <>
          <Text size="sm" c="dimmed" className={classes.nameText ?? ''}>
            No name or number contains “{state.search}”.
          </Text>
          <Button
            variant="default"
            size="xs"
            className={classes.clear ?? ''}
            onClick={() => onShow((before) => ({ ...before, search: '', page: 1 }))}
          >
            Clear search
          </Button>
        </>
      ) : null}
      {hasAccounts && !state.inactive ? (
        <Button
          variant="default"
          size="xs"
          className={classes.clear ?? ''}
          onClick={() => onShow((before) => ({ ...before, inactive: true, page: 1 }))}
        >
          Show in-active numbers
        </Button>
      ) : null}
    </Stack>
  );
}
