import { Button, NativeSelect, Skeleton, Text } from '@mantine/core';
import { type DeskDesign, designsOnPage, deskDesignStates } from '@mailcall/contract/provider-designs.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { pageIn, textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { formatInstantDay } from '../../ui/dates.ts';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { Column } from '../../ui/table-column.ts';
import { designsQuery, pictureUrl } from './api.ts';
import classes from './designs.module.css';
import { DeskDesignPage, stateTexts } from './desk-design-page.tsx';
import { NewDesign } from './new-design.tsx';

export function DesignsSection({ rest }: { rest: string }) {
  if (rest === '') return <DesignsList />;
  if (rest === 'new') return <NewDesign />;
  return <DeskDesignPage key={rest} id={rest} />;
}

function Name({ design }: { design: DeskDesign }) {
  return (
    <span className={classes.name}>
      <span className={classes.thumbnail} aria-hidden>
        {design.thumbnailUrl && <img src={pictureUrl(design.thumbnailUrl)} alt="" loading="lazy" />}
      </span>
      <span>
        <Link to={paths.providerDesign(design.id)} className={classes.link ?? ''}>
          {design.name}
        </Link>
        <Text size="sm" c="dimmed">
          {design.accountName}
        </Text>
      </span>
    </span>
  );
}

const State = ({ design: { state, openComments, viewedAt } }: { design: DeskDesign }) => (
  <span>
    <span className={classes.state} data-state={state}>
      {stateTexts[state]}
    </span>
    <Text size="sm" c="dimmed" component="span" className={classes.detail ?? ''}>
      {state === 'withClient' &&
        (viewedAt === null ? 'Not opened yet' : `Opened ${formatInstantDay(viewedAt)}`)}
      {state === 'changes' && openComments > 0 && `${counted(openComments, 'comment')} to answer`}
    </Text>
  </span>
);

const columns: readonly Column<DeskDesign, never>[] = [
  { key: 'name', title: 'Design', cell: (design) => <Name design={design} /> },
  { key: 'state', title: 'State', width: 220, cell: (design) => <State design={design} /> },
  { key: 'version', title: 'Version', width: 90, cell: ({ version }) => version ?? '-' },
  { key: 'due', title: 'Due', width: 120, cell: ({ dueOn }) => dueOn ?? '-' },
  {
    key: 'changed',
    title: 'Last change',
    width: 140,
    cell: ({ changedAt }) => (changedAt === null ? '-' : formatInstantDay(changedAt)),
  },
];

function DesignsList() {
  const address = useAddress();
  const change = useChangeAddress();
  const navigate = useNavigate();
  const search = textOf(address['q']) ?? '';
  const state = deskDesignStates.find((one) => one === textOf(address['state']));
  const page = pageIn(address['page']);
  const designs = useQuery(designsQuery({ search, state, page }));
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <PageHeading title="Designs" />
        <Button renderRoot={(props) => <Link to={paths.providerSection('designs/new')} {...props} />}>
          New design
        </Button>
      </div>
      <div className={classes.filters}>
        <SearchField
          label="Search designs, offices and mailings"
          value={search}
          wait={300}
          onSearch={(q, replace) => change({ q: q || undefined, page: undefined }, { replace })}
        />
        <NativeSelect
          aria-label="State"
          value={state ?? ''}
          data={[
            { value: '', label: 'All states' },
            ...deskDesignStates.map((value) => ({ value, label: stateTexts[value] })),
          ]}
          onChange={(event) => change({ state: event.currentTarget.value || undefined, page: undefined })}
        />
      </div>
      <PagedTable
        query={designs}
        label="Designs"
        columns={columns}
        rowKey={({ id }) => id}
        renderItem={(design) => (
          <div className={classes.item}>
            <Name design={design} />
            <State design={design} />
          </div>
        )}
        onOpen={({ id }) => void navigate({ to: paths.providerDesign(id) })}
        sorting={{ field: '' as never, dir: 'desc' }}
        onSort={() => {}}
        loadingText="Loading designs"
        minWidth={760}
        skeleton={<Skeleton height="24rem" />}
        empty={<EmptyCard text={search || state ? 'No design fits' : 'No designs yet'} />}
        pageSizes={[designsOnPage]}
        maxUnpagedRows={designsOnPage}
        page={page}
        pageSize={designsOnPage}
        onPage={(next) => change({ page: next > 1 ? String(next) : undefined })}
        onPageSize={() => {}}
      />
    </div>
  );
}
