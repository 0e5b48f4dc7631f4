import { Button, Text } from '@mantine/core';
import { type ClientHealth, exportClientHealth, listClientHealth } from '@mailcall/contract/client-health.ts';
import { percent, thousands } from '@mailcall/contract/rules/rates.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { textOf, pageIn, useAddress, useChangeAddress } from '../../platform/address.ts';
import { call, callForFile } from '../../platform/api.ts';
import { downloadFailure, saveFile } from '../../platform/downloads.ts';
import { asOfText, formatInstantDay } from '../../ui/dates.ts';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PageTitle } from '../../ui/page-head.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { onDesk } from '../live/index.ts';
import classes from './client-health.module.css';

/** Milliseconds of a typing pause before searching. */
const searchDelay = 300;

const pageSize = 25;

const signInText = ({ lastSignInAt }: ClientHealth) =>
  lastSignInAt === null ? 'None known' : formatInstantDay(lastSignInAt);

const scoredText = ({ calls, scoredCalls }: ClientHealth) =>
  calls === 0 ? 'No calls' : `${percent(scoredCalls, calls)}% of ${thousands(calls)}`;

const missedText = ({ missedRate, missedRateBefore }: ClientHealth) =>
  missedRate === null
    ? 'Too few calls'
    : `${missedRate}%${missedRateBefore === null ? '' : `, before ${missedRateBefore}%`}`;

function Say({ client: { reasons } }: { client: ClientHealth }) {
  const [first, ...others] = reasons;
  if (!first)
    return (
      <Text size="sm" c="dimmed">
        No reason to call
      </Text>
    );
  return (
    <div className={classes.say}>
      <Text size="sm" fw={500}>
        {first.sentence}
      </Text>
      {others.map(({ kind, sentence }) => (
        <Text key={kind} size="sm" c="dimmed">
          {sentence}
        </Text>
      ))}
    </div>
  );
}

const sayCell = (client: ClientHealth) => <Say client={client} />;
const nameCell = ({ accountName }: ClientHealth) => (
  <Text fw={500} className={classes.name ?? ''}>
    {accountName}
  </Text>
);
const textCell = (read: (client: ClientHealth) => string) => (client: ClientHealth) => (
  <Text size="sm">{read(client)}</Text>
);

const columns = [
  { key: 'name', title: 'Office', cell: nameCell, width: '16%' },
  { key: 'say', title: 'What to say', cell: sayCell },
  { key: 'signIn', title: 'Last sign-in', cell: textCell(signInText), width: '10%' },
  {
    key: 'overdue',
    title: 'Callbacks overdue',
    cell: textCell(({ overdueCallbacks }) => thousands(overdueCallbacks)),
    width: '9%',
  },
  { key: 'scored', title: 'Calls scored', cell: textCell(scoredText), width: '10%' },
  { key: 'missed', title: 'Missed', cell: textCell(missedText), width: '10%' },
  {
    key: 'mailings',
    title: 'Mailings without calls',
    cell: textCell(({ silentMailings }) => thousands(silentMailings)),
    width: '9%',
  },
  {
    key: 'disputes',
    title: 'Open disputes',
    cell: textCell(({ openDisputes }) => thousands(openDisputes)),
    width: '8%',
  },
];

function Client({ client }: { client: ClientHealth }) {
  return (
    <div className={classes.say}>
      {nameCell(client)}
      <Say client={client} />
      <Text size="sm" c="dimmed">
        {[
          `Last sign-in: ${signInText(client)}`,
          `Callbacks overdue: ${thousands(client.overdueCallbacks)}`,
          `Calls scored: ${scoredText(client)}`,
          `Missed: ${missedText(client)}`,
          `Mailings without calls: ${thousands(client.silentMailings)}`,
          `Open disputes: ${thousands(client.openDisputes)}`,
        ].join(' · ')}
      </Text>
    </div>
  );
}

const item = (client: ClientHealth) => <Client client={client} />;

export function ClientHealthPage() {
  const address = useAddress();
  const change = useChangeAddress();
  const search = (textOf(address['q']) ?? '').slice(0, 200);
  const query = search || undefined;
  const page = pageIn(address['page']);
  const clients = useQuery({
    queryKey: ['client health', search, page],
    queryFn: ({ signal }) => call(listClientHealth, { query: { query, page, pageSize } }, { signal }),
    placeholderData: keepPreviousData,
    ...onDesk('client-health', 'accounts'),
  });
  const download = useMutation({
    mutationFn: () => callForFile(exportClientHealth, { query: { query } }),
    onSuccess: (file) => saveFile(file, 'client-health.csv'),
    onError: (error) => toast('error', downloadFailure(error)),
  });
  const total = clients.isPlaceholderData ? undefined : clients.data?.meta.total_count;
  const countedAt = clients.data?.countedAt ?? null;
  return (
    <>
      <PageTitle
        title="Client Health"
        action={
          <Button ml="sm" variant="default" loading={download.isPending} onClick={() => download.mutate()}>
            Download CSV
          </Button>
        }
      />
      <div className={classes.tools}>
        <div className={classes.search}>
          <SearchField
            label="Find an office"
            value={search}
            wait={searchDelay}
            onSearch={(text, replace) => change({ q: text || undefined, page: undefined }, { replace })}
          />
        </div>
        <Text size="sm" fw={600} role="status">
          {total === undefined ? '' : `${thousands(total)} ${total === 1 ? 'office' : 'offices'}`}
        </Text>
        {countedAt !== null && (
          <Text size="sm" c="dimmed">
            Counted {asOfText(countedAt, new Date())}
          </Text>
        )}
      </div>
      <PagedTable
        label="Client health"
        query={clients}
        columns={columns}
        rowKey={({ accountId }) => accountId}
        renderItem={item}
        sorting={{ field: '', dir: 'asc' }}
        onSort={() => {}}
        loadingText="Loading..."
        pageSizes={[]}
        maxUnpagedRows={pageSize}
        page={page}
        pageSize={pageSize}
        onPage={(next, replace = false) =>
          change({ page: next === 1 ? undefined : String(next) }, { replace })
        }
        onPageSize={() => {}}
        empty={
          <EmptyCard
            text={search === '' ? 'No office is counted yet. Look again in a minute.' : 'No office matches.'}
          />
        }
        minWidth={1100}
      />
    </>
  );
}
