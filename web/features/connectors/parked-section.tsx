import { Button, Text } from '@mantine/core';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { type ParkedReference, parkedQuery } from './api.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { timeText } from './connection-texts.ts';
import classes from './connections.module.css';
import { Section, unsorted } from './section.tsx';

const searchDelay = 400;

export function ParkedSection() {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [assigned, setAssigned] = useState<ParkedReference | null>(null);
  const query = useQuery(parkedQuery({ search, page }));
  const button = (parked: ParkedReference) => (
    <Button
      variant="default"
      size="xs"
      aria-label={`Assign ${formatPhone(parked.reference)}`}
      onClick={() => setAssigned(parked)}
    >
      Assign
    </Button>
  );
  return (
    <Section
      title="Parked calls and mail events"
      aside={
        <div className={classes.search}>
          <SearchField
            label="Search what is parked"
            value={search}
            wait={searchDelay}
            onSearch={(text) => {
              setSearch(text);
              setPage(1);
            }}
          />
        </div>
      }
    >
      <PagedTable
        {...unsorted}
        label="Parked calls and mail events"
        query={query}
        rowKey={({ connection, reference }) => `${connection} ${reference}`}
        renderItem={(parked) => (
          <div className={classes.item}>
            <Text size="sm" fw={600}>
              {formatPhone(parked.reference)}
            </Text>
            <Text size="sm">
              {thousands(parked.count)} by {parked.connection}, last {timeText(parked.lastAt, '')}
            </Text>
            <div>{button(parked)}</div>
          </div>
        )}
        columns={[
          {
            key: 'reference',
            title: 'Number or mailing',
            cell: ({ reference }) => formatPhone(reference),
            width: '28%',
          },
          { key: 'connection', title: 'Connection', cell: ({ connection }) => connection, width: '22%' },
          { key: 'count', title: 'Count', cell: ({ count }) => thousands(count), width: '10%' },
          { key: 'first', title: 'First', cell: ({ firstAt }) => timeText(firstAt, ''), width: '14%' },
          { key: 'last', title: 'Last', cell: ({ lastAt }) => timeText(lastAt, ''), width: '14%' },
          { key: 'assign', title: 'Assign', cell: button, width: '12%' },
        ]}
        minWidth={760}
        empty={<EmptyCard text={search === '' ? 'Nothing is parked' : 'Nothing found'} />}
        pageSizes={[]}
        maxUnpagedRows={20}
        page={page}
        pageSize={20}
        onPage={(next) => setPage(next)}
        onPageSize={() => {}}
      />
      <Text size="xs" c="dimmed">
        Calls and events of unknown numbers or mailings, kept for 30 days.
      </Text>
      {assigned && (
        <AssignDialog
          parked={assigned}
          onAssigned={() => setAssigned(null)}
          onClose={() => setAssigned(null)}
        />
      )}
    </Section>
  );
}
