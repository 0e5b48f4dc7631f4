import { Anchor, Text, Title } from '@mantine/core';
import { type AlertState, alertHistoryDays, type SentAlert } from '@mailcall/contract/alert-history.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useMemo } from 'react';
import { parseAddress } from '../../platform/address.ts';
import { dateAndTime } from '../../ui/dates.ts';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { GoToPage } from '../../ui/redirect-to-last-page.ts';
import type { Column } from '../../ui/table-column.ts';
import { useTimeZone } from '../accounts/index.ts';
import { sentAlertsQuery } from './alerts-api.ts';
import classes from './sent-alerts.module.css';

const stateTexts: Readonly<Record<AlertState, { text: string; title: string }>> = {
  sent: { text: 'Sent', title: 'The message was sent.' },
  waiting: { text: 'Waiting', title: 'The message is about to be sent.' },
  collected: { text: 'Waiting', title: 'It goes out with others in one message.' },
  failed: { text: 'Failed', title: 'The message could not be sent in time.' },
  canceled: { text: 'Canceled', title: 'It was switched off before the message was sent.' },
};

const pageSize = 15;

function AlertTitle({ alert: { title, path } }: { alert: SentAlert }) {
  const [pathname = '', query = ''] = path.split('?');
  return (
    <Anchor
      size="sm"
      className={classes.text ?? ''}
      renderRoot={(props) => <Link to={pathname} search={parseAddress(query) as never} {...props} />}
    >
      {title}
    </Anchor>
  );
}

function AlertStateText({ alert: { state, method } }: { alert: SentAlert }) {
  const { text, title } = stateTexts[state];
  return (
    <span className={classes.state} data-state={state} title={title}>
      {text} · {method}
    </span>
  );
}

const columnsIn = (timeZone: string): Column<SentAlert, string>[] => [
  { key: 'when', title: 'When', width: 150, cell: (alert) => dateAndTime(alert.createdAt, timeZone) },
  { key: 'title', title: 'What', cell: (alert) => <AlertTitle alert={alert} /> },
  { key: 'alertType', title: 'Alert', width: 210, cell: (alert) => alert.alertType },
  { key: 'receiver', title: 'Receiver', width: 150, cell: (alert) => alert.receiver || '-' },
  { key: 'state', title: 'State', width: 140, cell: (alert) => <AlertStateText alert={alert} /> },
];

export function SentAlerts({
  accountId,
  page,
  onPage,
}: {
  accountId: string;
  page: number;
  onPage: GoToPage;
}) {
  const id = useId();
  const timeZone = useTimeZone(accountId);
  const query = useQuery(sentAlertsQuery(accountId, { page, pageSize }));
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div>
        <Title order={2} size="h4" id={id}>
          Sent alerts
        </Title>
        <Text size="sm" c="dimmed">
          The alerts of the last {alertHistoryDays} days. Bursts are combined into one message.
        </Text>
      </div>
      <PagedTable
        label="Sent alerts"
        query={query}
        columns={columns}
        rowKey={(alert) => alert.id}
        renderItem={(alert) => <AlertItem alert={alert} timeZone={timeZone} />}
        sorting={{ field: '', dir: 'desc' }}
        onSort={() => {}}
        loadingText="Loading alerts..."
        pageSizes={[]}
        maxUnpagedRows={pageSize}
        page={page}
        pageSize={pageSize}
        onPage={onPage}
        onPageSize={() => {}}
        empty={<EmptyCard text="No alerts have been sent yet" />}
        minWidth={780}
      />
    </section>
  );
}

function AlertItem({ alert, timeZone }: { alert: SentAlert; timeZone: string }) {
  return (
    <div className={classes.item}>
      <AlertTitle alert={alert} />
      <Text size="sm">{alert.alertType}</Text>
      <div className={classes.itemFoot}>
        <Text size="sm" c="dimmed">
          {dateAndTime(alert.createdAt, timeZone)}
          {alert.receiver === '' ? '' : ` · ${alert.receiver}`}
        </Text>
        <AlertStateText alert={alert} />
      </div>
    </div>
  );
}
