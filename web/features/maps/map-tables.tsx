import type { MailingArea, MapOffice, MapZone } from '@mailcall/contract/maps.ts';
import { thousands, wholeDollars } from '@mailcall/contract/rules/rates.ts';
import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { Tabs } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { fromOffice } from './from-office.ts';
import { householdTitle, matchNames } from './household-texts.ts';
import classes from './map-tables.module.css';
import { tableKinds, type TableKind } from './maps-address.ts';
import { officeAddress, officeName, officePlace } from './office-texts.ts';
import { useMapScreen } from './screen-context.ts';
import type { ShownHousehold } from './shown-households.ts';
import { perThousandText } from './shading.ts';
import { type TwinColumn, TwinTable } from './twin-table.tsx';
import type { Totals } from './zone-texts.ts';
import { displayedRate, rateText } from './zone-texts.ts';

const titles: Readonly<Record<TableKind, string>> = {
  areas: 'Areas',
  zones: 'Zones',
  offices: 'Offices',
  households: 'Households',
};

const isTable = (text: string | null): text is TableKind => tableKinds.some((kind) => kind === text);

export function MapTables({ download }: { download: ReactNode }) {
  const { state, change, areas, offices, households, isLoading, areHouseholdsLoading } = useMapScreen();
  const counts: Record<TableKind, number> = {
    areas: areas.length,
    zones: areas.reduce((sum, area) => sum + area.zones.length, 0),
    offices: offices.length,
    households: households.length,
  };
  return (
    <section className={classes.tables} aria-label="Tables" data-open={state.table !== null || undefined}>
      <Tabs
        value={state.table}
        allowTabDeactivation
        onChange={(table) => change({ table: isTable(table) ? table : null, sort: null, dir: null, page: 1 })}
        classNames={{
          root: classes.tabs ?? '',
          panel: classes.content ?? '',
          tab: classes.tab ?? '',
          list: classes.list ?? '',
        }}
      >
        <div className={classes.head}>
          <Tabs.List aria-label="Tables of what the map shows">
            {tableKinds.map((kind) => (
              <Tabs.Tab key={kind} value={kind}>
                {titles[kind]}{' '}
                {!(kind === 'households' ? areHouseholdsLoading : isLoading) && (
                  <span className={classes.count}>{thousands(counts[kind])}</span>
                )}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {state.table === 'households' && households.length > 0 && download}
        </div>
        {tableKinds.map((kind) => (
          <Tabs.Panel key={kind} value={kind}>
            {state.table === kind && <TableOf kind={kind} />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}

function TableOf({ kind }: { kind: TableKind }) {
  switch (kind) {
    case 'areas':
      return <AreasTable />;
    case 'zones':
      return <ZonesTable />;
    case 'offices':
      return <OfficesTable />;
    case 'households':
      return <HouseholdsTable />;
  }
}

function resultColumns<Row extends Totals>(): TwinColumn<Row>[] {
  return [
    count('leads', 'Leads', ({ totalLeads }) => totalLeads),
    count('appointments', 'Appointments', ({ totalAppointments }) => totalAppointments),
    {
      key: 'conversion',
      title: 'Conversion',
      numeric: true,
      // by the exact share, of which several round to the same percentage
      value: (row) => (displayedRate(row) === null ? null : row.totalAppointments / (row.totalLeads || 1)),
      cell: rateText,
    },
  ];
}

function mailingColumns<Row extends Totals>(): TwinColumn<Row>[] {
  return [
    count('mailings', 'Mailings', ({ mailingsCount }) => mailingsCount),
    dayColumn('first', 'First week', ({ firstDeliveryWeek }) => firstDeliveryWeek),
    dayColumn('last', 'Last week', ({ lastDeliveryWeek }) => lastDeliveryWeek),
  ];
}

function numbers<Row>(
  key: string,
  title: string,
  value: (row: Row) => number | null,
  textOf: (number: number) => string,
): TwinColumn<Row> {
  return {
    key,
    title,
    numeric: true,
    value,
    cell: (row) => {
      const number = value(row);
      return number === null ? null : textOf(number);
    },
  };
}

const count = <Row,>(key: string, title: string, value: (row: Row) => number | null): TwinColumn<Row> =>
  numbers(key, title, value, thousands);

const rate = <Row,>(key: string, title: string, value: (row: Row) => number | null): TwinColumn<Row> =>
  numbers(key, title, value, perThousandText);

function dayColumn<Row>(key: string, title: string, value: (row: Row) => string | null): TwinColumn<Row> {
  return {
    key,
    title,
    value,
    cell: (row) => {
      const day = value(row);
      return day === null ? null : formatDay(day);
    },
  };
}

function distanceColumn<Row>(
  offices: readonly MapOffice[],
  place: (row: Row) => { officeId: string; at: { latitude: number; longitude: number } | null },
): TwinColumn<Row> {
  const distance = (row: Row) => {
    const { officeId, at } = place(row);
    return fromOffice(at, officeId, offices);
  };
  return {
    key: 'distance',
    title: 'From the office',
    value: (row) => distance(row)?.miles ?? null,
    cell: (row) => distance(row)?.text ?? null,
  };
}

function AreasTable() {
  const { areas, offices, isLoading } = useMapScreen();
  const columns = useMemo<TwinColumn<MailingArea>[]>(
    () => [
      { key: 'name', title: 'Area', value: ({ name }) => name },
      { key: 'office', title: 'Office', value: ({ account }) => account },
      { key: 'type', title: 'Type', value: ({ campaignType }) => campaignType },
      ...resultColumns<MailingArea>(),
      ...mailingColumns<MailingArea>(),
      count('households', 'Households', ({ quantity }) => quantity),
      distanceColumn(offices, ({ accountId, center }) => ({ officeId: accountId, at: center })),
    ],
    [offices],
  );
  return (
    <TwinTable
      label="Mailing areas"
      sortedBy="leads"
      note="Results cover all time, whatever dates are selected."
      columns={columns}
      rows={areas}
      target={({ id }) => ({ kind: 'area', id })}
      empty="No items found for these accounts"
      isLoading={isLoading}
    />
  );
}

interface ZoneRow extends MapZone {
  area: MailingArea;
}

function ZonesTable() {
  const { areas, offices, performance, isLoading } = useMapScreen();
  const rows = useMemo<ZoneRow[]>(
    () => areas.flatMap((area) => area.zones.map((zone) => ({ ...zone, area }))),
    [areas],
  );
  const columns = useMemo<TwinColumn<ZoneRow>[]>(
    () => [
      { key: 'name', title: 'Zone', value: ({ name }) => name },
      { key: 'area', title: 'Area', value: ({ area }) => area.name },
      ...resultColumns<ZoneRow>(),
      rate(
        'leadsPerThousand',
        'Leads per 1,000',
        ({ id }) => performance?.get(`zone:${id}`)?.leadsPerThousand ?? null,
      ),
      rate(
        'appointmentsPerThousand',
        'Appointments per 1,000',
        ({ id }) => performance?.get(`zone:${id}`)?.appointmentsPerThousand ?? null,
      ),
      ...mailingColumns<ZoneRow>(),
      count('households', 'Households', ({ quantity }) => quantity),
      count('routes', 'Routes', ({ carrierRoutes }) => carrierRoutes.length),
      distanceColumn(offices, ({ area, center }) => ({ officeId: area.accountId, at: center })),
    ],
    [offices, performance],
  );
  return (
    <TwinTable
      label="Mailing zones"
      sortedBy="leads"
      note="Results cover all time; only those per 1,000 pieces follow the selected dates."
      columns={columns}
      rows={rows}
      target={({ id }) => ({ kind: 'zone', id })}
      empty="No items found for these accounts"
      isLoading={isLoading}
    />
  );
}

function OfficesTable() {
  const { areas, offices, isLoading } = useMapScreen();
  const columns = useMemo<TwinColumn<MapOffice>[]>(
    () => [
      { key: 'name', title: 'Office', value: officeName },
      { key: 'address', title: 'Address', value: officeAddress },
      { key: 'place', title: 'Place on the map', value: officePlace },
      count('areas', 'Mailing areas', ({ id }) => areas.filter(({ accountId }) => accountId === id).length),
      count('mailings', 'Mailings', ({ id }) =>
        areas.reduce((sum, area) => sum + (area.accountId === id ? area.mailingsCount : 0), 0),
      ),
    ],
    [areas],
  );
  return (
    <TwinTable
      label="Offices"
      sortedBy="name"
      columns={columns}
      rows={offices}
      target={({ id }) => ({ kind: 'office', id })}
      empty="No items found for these accounts"
      isLoading={isLoading}
    />
  );
}

const matchOrder = { strong: 2, weak: 1, none: 0 };

function HouseholdsTable() {
  const { households, areHouseholdsLoading, offices, wording, accountOfList, state } = useMapScreen();
  const columns = useMemo<TwinColumn<ShownHousehold>[]>(
    () => [
      { key: 'name', title: 'Household', value: (household) => householdTitle(household.matches, wording) },
      { key: 'address', title: 'Address', wraps: true, value: ({ address }) => address || 'Unknown Address' },
      ...(state.lists.length > 1
        ? [{ key: 'list', title: 'List', value: ({ listName }: ShownHousehold) => listName }]
        : []),
      {
        key: 'match',
        title: 'Match',
        bestFirst: true,
        value: (household) => matchOrder[household.class],
        cell: (household) => matchNames[household.class],
      },
      count('patients', wording.Clients, (household) => household.count),
      {
        key: 'production',
        title: 'Production',
        numeric: true,
        value: ({ production }) => production,
        cell: ({ production }) => wholeDollars(production),
      },
      distanceColumn(offices, ({ listId, at }) => ({ officeId: accountOfList(listId) ?? '', at })),
    ],
    [offices, wording, accountOfList, state.lists.length],
  );
  return (
    <TwinTable
      label="Households"
      sortedBy="match"
      columns={columns}
      rows={households}
      target={({ key }) => ({ kind: 'household', id: key })}
      empty="No items found. Show a patient list to see its households."
      isLoading={areHouseholdsLoading}
    />
  );
}
