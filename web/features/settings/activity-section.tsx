import { Anchor, Button, Text, Title } from '@mantine/core';
import type { Activity } from '@mailcall/contract/activity.ts';
import { removedPerson } from '@mailcall/contract/rules/activity.ts';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useMemo, useState } from 'react';
import { paths } from '../../paths.ts';
import { dateAndTime } from '../../ui/dates.ts';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table-column.ts';
import { toast } from '../../ui/toast.tsx';
import { useNearWindow } from '../../ui/use-near-window.ts';
import { type AccountChoice, useTimeZone } from '../accounts/index.ts';
import {
  type ActivityFilters as Filters,
  activityQuery,
  noActivityFilters,
  saveActivity,
} from './activity-api.ts';
import { ActivityFilters } from './activity-filters.tsx';
import classes from './activity.module.css';
import { receiversQuery } from './alerts-api.ts';
import { failureText } from './api.ts';
import settings from './settings.module.css';

const pageSize = 15;

/** Activity of the selected account, only for its primary contacts. */
export function ActivitySection({ account }: { account: AccountChoice }) {
  // already requested by the alerts
  const receivers = useQuery(receiversQuery(account.id));
  return receivers.data?.isPrimary ? <ActivityOf key={account.id} account={account} /> : null;
}

function ActivityOf({ account }: { account: AccountChoice }) {
  const id = useId();
  const [filters, setFilters] = useState(noActivityFilters);
  const [page, setPage] = useState(1);
  const { ref, isNear } = useNearWindow<HTMLElement>('200px');
  return (
    <section ref={ref} aria-labelledby={id} className={classes.section}>
      <div className={classes.head}>
        <div>
          <Title order={2} size="h4" id={id}>
            Activity
          </Title>
          <Text size="sm" c="dimmed">
            Who did what in {account.name}, and from where. Only its primary contacts see this.
          </Text>
        </div>
        <SaveActivity accountId={account.id} filters={filters} />
      </div>
      <ActivityFilters
        filters={filters}
        onChange={(changed) => {
          setFilters((before) => ({ ...before, ...changed }));
          setPage(1);
        }}
      />
      <ActivityTable accountId={account.id} filters={filters} page={page} onPage={setPage} enabled={isNear} />
    </section>
  );
}

function SaveActivity({ accountId, filters }: { accountId: string; filters: Filters }) {
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    await saveActivity(accountId, filters)
      .catch((error: unknown) => toast('error', failureText(error)))
      .finally(() => setSaving(false));
  };
  return (
    <Button
      variant="default"
      className={settings.finger ?? ''}
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={saving}
      onClick={() => void save()}
    >
      Export
    </Button>
  );
}

function What({ entry: { text, unusual, callId, mailingId } }: { entry: Activity }) {
  const path = callId !== null ? paths.call(callId) : mailingId === null ? null : paths.mailing(mailingId);
  if (path === null)
    return (
      <Text
        component="span"
        size="sm"
        className={classes.text ?? ''}
        {...(unusual && { c: 'var(--mantine-color-error)', fw: 600 })}
      >
        {unusual && <IconAlertTriangle size={16} className={classes.mark} aria-hidden />}
        {text}
      </Text>
    );
  return (
    <Anchor size="sm" className={classes.text ?? ''} renderRoot={(props) => <Link to={path} {...props} />}>
      {text}
    </Anchor>
  );
}

const columnsIn = (timeZone: string): Column<Activity, string>[] => [
  { key: 'when', title: 'When', width: 170, cell: (entry) => dateAndTime(entry.at, timeZone) },
  { key: 'who', title: 'Who', width: 220, cell: (entry) => entry.person ?? removedPerson },
  { key: 'what', title: 'What', cell: (entry) => <What entry={entry} /> },
  { key: 'where', title: 'Where', width: 150, cell: (entry) => entry.place ?? '-' },
];

function ActivityTable({
  accountId,
  filters,
  page,
  onPage,
  enabled,
}: {
  accountId: string;
  filters: Filters;
  page: number;
  onPage: (page: number) => void;
  enabled: boolean;
}) {
  const timeZone = useTimeZone(accountId);
  const query = useQuery({ ...activityQuery(accountId, filters, { page, pageSize }), enabled });
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <PagedTable
      label="Activity"
      query={query}
      columns={columns}
      rowKey={(entry) => entry.id}
      renderItem={(entry) => <ActivityItem entry={entry} timeZone={timeZone} />}
      sorting={{ field: '', dir: 'desc' }}
      onSort={() => {}}
      loadingText="Loading activity..."
      isRequestedLater={!enabled}
      pageSizes={[]}
      maxUnpagedRows={pageSize}
      pageParameter="activityPage"
      pagesLabel="Pages of activity"
      page={page}
      pageSize={pageSize}
      onPage={onPage}
      onPageSize={() => {}}
      empty={<EmptyCard text={isFiltered ? 'Nothing was found' : 'Nothing has been recorded yet'} />}
      minWidth={780}
    />
  );
}

function ActivityItem({ entry, timeZone }: { entry: Activity; timeZone: string }) {
  return (
    <div className={classes.item}>
      <What entry={entry} />
      <Text size="sm">{entry.person ?? removedPerson}</Text>
      <Text size="sm" c="dimmed">
        {dateAndTime(entry.at, timeZone)}
        {entry.place === null ? '' : ` · ${entry.place}`}
      </Text>
    </div>
  );
}
