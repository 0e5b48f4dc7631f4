import { Anchor, Button, Checkbox, Stack, Text, VisuallyHidden } from '@mantine/core';
import { pageSizes } from '@mailcall/contract/calls.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { accountsOf } from '@mailcall/contract/scope/scope.ts';
import type { TrackingLine } from '@mailcall/contract/tracking-lines.ts';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { paths } from '../../paths.ts';
import { type Address, useAddress, useChangeAddress } from '../../platform/address.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ScopeBar, scopeNames, useScope } from '../scope/index.ts';
import { linesQuery } from './api.ts';
import { lineColumns, LineItem } from './line-cells.tsx';
import {
  defaultLinesPerPage,
  linesFromAddress,
  linesSortedBy,
  type LinesState,
  linesToAddress,
  pageOfLines,
} from './lines-address.ts';
import classes from './tracking-lines.module.css';

/** How long typing pauses before the rows are searched, in milliseconds: they are all here already. */
const searchWait = 200;

/** The page of /tracking-lines: the numbers of the selected accounts, and what the office calls them. */
export function TrackingLinesPage() {
  const address = useAddress();
  const changeAddress = useChangeAddress();
  const { accountIds, query: scope } = useScope();
  const state = useMemo(() => linesFromAddress(address), [address]);
  const show = (next: LinesState, replace = false) => changeAddress(linesToAddress(next), { replace });
  const { search, page, pageSize, sort, dir, inactive } = state;
  const lines = useQuery({
    ...linesQuery({ accounts: accountsOf(scope), sort, dir, inactive }),
    select: useCallback(
      ({ records }: { records: TrackingLine[] }) => pageOfLines(records, { search, page, pageSize }),
      [search, page, pageSize],
    ),
  });
  const [renamed, setRenamed] = useState('');
  const cells = useMemo(
    () => ({
      showAccount: accountIds.length > 1,
      onRenamed: (line: TrackingLine) => setRenamed(`Saved: ${line.friendlyName}`),
    }),
    [accountIds.length],
  );
  const columns = useMemo(() => lineColumns(cells), [cells]);
  const total = lines.isPlaceholderData ? undefined : lines.data?.meta.total_count;

  return (
    <>
      <BackToScoreboard />
      <div className={classes.head}>
        <div>
          <PageHeading title="Tracking Lines" />
          <Text size="sm" c="dimmed" maw={560}>
            The numbers that your callers dial, and where they ring. Press a name to give it one of your own.
          </Text>
        </div>
        <ScopeBar accountsOnly />
      </div>
      <VisuallyHidden role="status">{renamed}</VisuallyHidden>
      <div className={classes.tools}>
        <Text size="sm" fw={600} role="status" className={classes.count ?? ''}>
          {total === undefined ? '' : `${thousands(total)} ${total === 1 ? 'number' : 'numbers'}`}
        </Text>
        <Checkbox
          label="Show in-active numbers"
          checked={inactive}
          onChange={(event) => show({ ...state, inactive: event.currentTarget.checked, page: 1 })}
          classNames={{ root: classes.switch ?? '', body: classes.switchBody ?? '' }}
        />
        <SearchField
          label="Search name or number"
          value={search}
          wait={searchWait}
          onSearch={(text, replace) => show({ ...state, search: text, page: 1 }, replace)}
        />
      </div>
      <PagedTable
        label="Tracking lines"
        query={lines}
        columns={columns}
        rowKey={(line) => line.id}
        renderItem={(line) => <LineItem line={line} {...cells} />}
        sorting={{ field: sort, dir }}
        onSort={(field) => show(linesSortedBy(state, field))}
        loadingText={messages.loadingData}
        sizes={[defaultLinesPerPage, ...pageSizes.filter((size) => size > defaultLinesPerPage)]}
        wholeUpTo={defaultLinesPerPage}
        page={page}
        pageSize={pageSize}
        onPage={(next, replace) => show({ ...state, page: next }, replace)}
        onPageSize={(size) => show({ ...state, pageSize: size, page: 1 })}
        empty={
          <NoLines
            state={state}
            asked={scope.accountIds.length > 0}
            all={lines.data?.all ?? 0}
            onShow={show}
          />
        }
        minWidth={900}
      />
    </>
  );
}

/** The way back to the scoreboard, with the accounts that are selected here. */
function BackToScoreboard() {
  const address = useAddress();
  const scope: Address = Object.fromEntries(scopeNames.map((name) => [name, address[name]]));
  return (
    <Anchor
      size="sm"
      className={classes.way ?? ''}
      renderRoot={(props) => <Link to={paths.scoreboard} search={scope as never} {...props} />}
    >
      <IconArrowLeft size={16} aria-hidden />
      Calls
    </Anchor>
  );
}

/** A table without rows: says why, with a button that brings some. */
function NoLines({
  state,
  asked,
  all,
  onShow,
}: {
  state: LinesState;
  /** Whether any account is selected. */
  asked: boolean;
  /** How many lines there are without the search. */
  all: number;
  onShow: (next: LinesState) => void;
}) {
  const searched = state.search !== '' && all > 0;
  return (
    <Stack align="center" gap="sm" py={48} px="md" ta="center" role="status">
      <Text fw={500}>{messages.noData}</Text>
      {!asked ? (
        <Text size="sm" c="dimmed">
          {messages.noAccountsSelected}
        </Text>
      ) : searched ? (
        <>
          <Text size="sm" c="dimmed" className={classes.nameText ?? ''}>
            No name and no number has “{state.search}” in it.
          </Text>
          <Button
            variant="default"
            size="xs"
            className={classes.clear ?? ''}
            onClick={() => onShow({ ...state, search: '', page: 1 })}
          >
            Clear search
          </Button>
        </>
      ) : null}
      {asked && !state.inactive ? (
        <Button
          variant="default"
          size="xs"
          className={classes.clear ?? ''}
          onClick={() => onShow({ ...state, inactive: true, page: 1 })}
        >
          Show in-active numbers
        </Button>
      ) : null}
    </Stack>
  );
}
