import { Checkbox } from '@mantine/core';
import {
  type ProviderMailing,
  type providerMailingSorts,
  providerMailingsPageSize,
} from '@mailcall/contract/provider-mailings.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { stepOf } from '@mailcall/contract/rules/mailing.ts';
import type { SortDirection } from '@mailcall/contract/rules/paging.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { StepBadge } from '../../ui/step-badge.tsx';
import type { Column } from '../../ui/table-column.ts';
import { type ListRequest, mailingsQuery } from './api.ts';
import { stepDayText, stepText } from './mailing-texts.ts';
import type { Move } from './move-dialog.tsx';
import { MoveMenu } from './move-menu.tsx';
import classes from './provider-mailings.module.css';

export type Sort = (typeof providerMailingSorts)[number];

interface RowActions {
  mayMove: boolean;
  chosen: ReadonlyMap<string, ProviderMailing>;
  onChoose: (mailings: readonly ProviderMailing[], isChosen: boolean) => void;
  onOpen: (mailing: ProviderMailing) => void;
  onMove: (move: Move) => void;
}

function Choose({ mailing, chosen, onChoose }: { mailing: ProviderMailing } & RowActions) {
  return (
    <Checkbox
      aria-label={`Choose ${mailing.title}`}
      checked={chosen.has(mailing.id)}
      onChange={({ currentTarget }) => onChoose([mailing], currentTarget.checked)}
    />
  );
}

function Name({ mailing, onOpen }: { mailing: ProviderMailing; onOpen: RowActions['onOpen'] }) {
  const { title, orderNumber, accountName } = mailing;
  return (
    <div className={classes.name}>
      <PlainButton className={classes.title ?? ''} onClick={() => onOpen(mailing)}>
        {title}
      </PlainButton>
      <span className={classes.facts}>
        {accountName}
        {title !== orderNumber && ` · ${orderNumber}`}
      </span>
    </div>
  );
}

function State({ mailing }: { mailing: ProviderMailing }) {
  const day = stepDayText(mailing);
  return (
    <div className={classes.name}>
      <span>{stepText(mailing)}</span>
      {stepOf(mailing.status) === 'ordered' && mailing.nextStep !== null ? (
        <StepBadge step={mailing.nextStep} />
      ) : (
        day !== '' && <span className={classes.facts}>{day}</span>
      )}
    </div>
  );
}

const MoveRow = ({ mailing, onMove }: { mailing: ProviderMailing; onMove: RowActions['onMove'] }) => (
  <MoveMenu
    label={`Move ${mailing.title}`}
    mailing={mailing}
    onMove={(step) => onMove({ mailings: [mailing], step })}
  />
);

const weekOf = ({ deliveryWeek }: ProviderMailing) => (deliveryWeek === null ? '-' : formatDay(deliveryWeek));
const quantityOf = ({ quantity }: ProviderMailing) => (quantity === null ? '-' : thousands(quantity));

function columnsOf(actions: RowActions): Column<ProviderMailing, Sort>[] {
  const columns: Column<ProviderMailing, Sort>[] = [
    { key: 'name', title: 'Mailing', cell: (mailing) => <Name mailing={mailing} onOpen={actions.onOpen} /> },
    { key: 'type', title: 'Type', width: 150, cell: ({ campaignType }) => campaignType },
    {
      key: 'quantity',
      title: 'Quantity',
      sorts: [{ field: 'quantity', title: 'Quantity' }],
      width: 110,
      cell: quantityOf,
    },
    {
      key: 'week',
      title: 'Delivery week',
      sorts: [{ field: 'deliveryWeek', title: 'Delivery week' }],
      width: 140,
      cell: weekOf,
    },
    { key: 'state', title: 'Status', width: 190, cell: (mailing) => <State mailing={mailing} /> },
  ];
  if (!actions.mayMove) return columns;
  return [
    {
      key: 'choose',
      title: 'Choose',
      width: 84,
      cell: (mailing) => <Choose mailing={mailing} {...actions} />,
    },
    ...columns,
    { key: 'move', title: 'Move', width: 100, cell: (mailing) => <MoveRow mailing={mailing} {...actions} /> },
  ];
}

export function MailingsTable({
  search,
  sort,
  dir,
  page,
  isFiltered,
  onSort,
  onPage,
  ...actions
}: RowActions & {
  search: Pick<ListRequest, 'query' | 'campaignType' | 'steps'>;
  sort: Sort;
  dir: SortDirection;
  page: number;
  isFiltered: boolean;
  onSort: (field: Sort) => void;
  onPage: (page: number, replace?: boolean) => void;
}) {
  const query = useQuery(mailingsQuery({ ...search, sort, dir, page, pageSize: providerMailingsPageSize }));
  const { mayMove, chosen, onChoose, onOpen, onMove } = actions;
  const columns = useMemo(
    () => columnsOf({ mayMove, chosen, onChoose, onOpen, onMove }),
    [mayMove, chosen, onChoose, onOpen, onMove],
  );
  return (
    <PagedTable
      label="Mailings"
      query={query}
      columns={columns}
      rowKey={({ id }) => id}
      renderItem={(mailing) => (
        <div className={classes.item}>
          <Name mailing={mailing} onOpen={onOpen} />
          <span className={classes.facts}>
            {mailing.campaignType} · {quantityOf(mailing)} · {weekOf(mailing)}
          </span>
          <div className={classes.itemFoot}>
            <State mailing={mailing} />
            {mayMove && <MoveRow mailing={mailing} onMove={onMove} />}
          </div>
        </div>
      )}
      onOpen={onOpen}
      sorting={{ field: sort, dir }}
      onSort={onSort}
      loadingText={messages.loadingData}
      pageSizes={[]}
      maxUnpagedRows={providerMailingsPageSize}
      page={page}
      pageSize={providerMailingsPageSize}
      onPage={onPage}
      onPageSize={() => {}}
      empty={<EmptyCard text={isFiltered ? 'No mailing found' : 'No mailings yet'} />}
      minWidth={900}
    />
  );
}
