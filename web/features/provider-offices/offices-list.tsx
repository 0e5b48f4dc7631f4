import { Button, NativeSelect, Text } from '@mantine/core';
import { type DeskOffice, officesPageSize } from '@mailcall/contract/provider-offices.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { pageIn, textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { Column } from '../../ui/table-column.ts';
import { officesQuery } from './api.ts';
import { EditableCell } from './editable-cell.tsx';
import { industries, industriesId, zoneText } from './office-texts.ts';
import classes from './provider-offices.module.css';

/** Milliseconds of a typing pause before searching. */
const searchDelay = 300;

/** '' for an office with coordinates. */
const placeText = ({ place }: DeskOffice): string =>
  place === null ? 'Not on maps' : place.source === 'zip' ? 'On maps in the middle of its ZIP code' : '';
const countsText = ({ peopleCount, linesCount }: DeskOffice) =>
  `${counted(peopleCount, 'person', 'people')}, ${counted(linesCount, 'line')}`;

function Name({ office }: { office: DeskOffice }) {
  return (
    <div className={classes.name}>
      <Link to={paths.providerOffice(office.id)} className={classes.link ?? ''}>
        {office.name}
      </Link>
      {office.groupName !== null && <span className={classes.facts}>{office.groupName}</span>}
    </div>
  );
}

const empty = <span className={classes.facts}>-</span>;

const columns: readonly Column<DeskOffice, string>[] = [
  {
    key: 'name',
    title: 'Office',
    width: '24%',
    cell: (office) => (
      <EditableCell office={office} field="name">
        <Name office={office} />
      </EditableCell>
    ),
  },
  {
    key: 'industry',
    title: 'Industry',
    width: '15%',
    cell: (office) => (
      <EditableCell office={office} field="industry">
        {office.industry ?? empty}
      </EditableCell>
    ),
  },
  {
    key: 'address',
    title: 'Address',
    cell: (office) => (
      <EditableCell office={office} field="address">
        {office.address ?? empty}
        {placeText(office) !== '' && <span className={classes.facts}>{placeText(office)}</span>}
      </EditableCell>
    ),
  },
  {
    key: 'zone',
    title: 'Time zone',
    width: '18%',
    cell: (office) => (
      <EditableCell office={office} field="timeZone">
        {zoneText(office.timeZone)}
      </EditableCell>
    ),
  },
  { key: 'counts', title: 'People and lines', width: 130, cell: countsText },
];

function Item({ office }: { office: DeskOffice }) {
  return (
    <div className={classes.item}>
      <EditableCell office={office} field="name">
        <Name office={office} />
      </EditableCell>
      <EditableCell office={office} field="address">
        {office.address ?? 'No address'}
      </EditableCell>
      <span className={classes.facts}>
        {[office.industry, zoneText(office.timeZone), countsText(office)]
          .filter((text) => text !== null)
          .join(' · ')}
      </span>
    </div>
  );
}

export function OfficesList() {
  const address = useAddress();
  const change = useChangeAddress();
  const navigate = useNavigate();
  const search = (textOf(address['q']) ?? '').slice(0, 200);
  const show = textOf(address['show']) === 'archived' ? 'archived' : undefined;
  const page = pageIn(address['page']);
  const query = useQuery(officesQuery({ query: search || undefined, show, page, pageSize: officesPageSize }));
  const total = query.isPlaceholderData ? undefined : query.data?.meta.total_count;
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <PageHeading title="Offices" />
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => void navigate({ to: paths.providerOffice('new') })}
        >
          New office
        </Button>
      </div>
      <div className={classes.tools}>
        <div className={classes.search}>
          <SearchField
            label="Find by name, address or industry"
            value={search}
            wait={searchDelay}
            onSearch={(text, replace) => change({ q: text || undefined, page: undefined }, { replace })}
          />
        </div>
        <NativeSelect
          aria-label="Show"
          value={show ?? ''}
          data={[
            { value: '', label: 'Current offices' },
            { value: 'archived', label: 'Archived offices' },
          ]}
          onChange={({ currentTarget }) =>
            change({ show: currentTarget.value || undefined, page: undefined })
          }
        />
        <Text size="sm" fw={600} role="status">
          {total === undefined ? '' : counted(total, 'office')}
        </Text>
      </div>
      <datalist id={industriesId}>
        {industries.map((industry) => (
          <option key={industry}>{industry}</option>
        ))}
      </datalist>
      <PagedTable
        label="Offices"
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        renderItem={(office) => <Item office={office} />}
        sorting={{ field: '', dir: 'asc' }}
        onSort={() => {}}
        loadingText={messages.loadingData}
        pageSizes={[]}
        maxUnpagedRows={officesPageSize}
        page={page}
        pageSize={officesPageSize}
        onPage={(next, replace = false) =>
          change({ page: next === 1 ? undefined : String(next) }, { replace })
        }
        onPageSize={() => {}}
        empty={
          <EmptyCard
            text={
              search !== ''
                ? 'No office found'
                : show === 'archived'
                  ? 'No office is archived.'
                  : 'You have no office yet.'
            }
          />
        }
        minWidth={980}
      />
    </div>
  );
}
