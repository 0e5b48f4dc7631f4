import { Button, Skeleton, Table, Text } from '@mantine/core';
import type { SavedOffice } from '@mailcall/contract/provider-offices.ts';
import { defaultAreaColor } from '@mailcall/contract/rules/map-colors.ts';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Answer } from '../../ui/answer.tsx';
import { MapOnceInView } from '../../ui/map-canvas/map-canvas.tsx';
import { mapQuery, type OfficeMap, type OfficeRows, rowsQuery } from './api.ts';
import { type DrawnRow, nameOf, routesOf, useOffices } from './area-rows.ts';
import { AreaFileDialog } from './area-file-dialog.tsx';
import { RoutesDialog } from './routes-dialog.tsx';
import { RowDialog } from './rows-section.tsx';
import { ZoneMailings } from './zone-mailings.tsx';
import classes from './provider-offices.module.css';

type Opened =
  | { kind: 'file' }
  | { kind: 'routes'; of: DrawnRow | null }
  | { kind: 'row' | 'mailings'; of: DrawnRow };

/** Each area is followed by its zones. */
function inOrder(areas: OfficeRows, zones: OfficeRows): DrawnRow[] {
  const known = new Set(areas.records.map(({ id }) => id));
  const zonesOf = (id: string | null) =>
    zones.records
      .filter(({ values: { mailing_area_id: area } }) => (known.has(area ?? '') ? area === id : id === null))
      .map((row): DrawnRow => ({ list: 'zones', row }));
  return [
    ...areas.records.flatMap((row): DrawnRow[] => [{ list: 'areas', row }, ...zonesOf(row.id)]),
    ...zonesOf(null),
  ];
}

/** As clients see them: zones instead of their area, and nothing that is archived. */
function shapesOf(rows: readonly DrawnRow[], { shapes }: OfficeMap) {
  const known = new Map(shapes.map(({ id, shape }) => [id, shape]));
  const withZones = new Set(
    rows.flatMap(({ list, row: { values } }) =>
      list === 'zones' && known.has(values['geodata_id'] ?? '') ? (values['mailing_area_id'] ?? []) : [],
    ),
  );
  const archived = new Set(
    rows.flatMap(({ list, row }) => (list === 'areas' && row.values['archived'] === 'true' ? [row.id] : [])),
  );
  return rows.flatMap(({ list, row }) => {
    const shape = known.get(row.values['geodata_id'] ?? '');
    const isHidden =
      list === 'areas'
        ? archived.has(row.id) || withZones.has(row.id)
        : archived.has(row.values['mailing_area_id'] ?? '');
    if (!shape || isHidden) return [];
    return [
      { id: `${list} ${row.id}`, name: nameOf(row), color: row.values['color'] ?? defaultAreaColor, shape },
    ];
  });
}

export function AreasSection({ saved }: { saved: SavedOffice }) {
  const { id } = saved.office;
  const [areas, zones, map] = [
    useQuery(rowsQuery(id, 'areas')),
    useQuery(rowsQuery(id, 'zones')),
    useQuery(mapQuery(id)),
  ];
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const rows = useMemo(
    () => (areas.data && zones.data ? inOrder(areas.data, zones.data) : []),
    [areas.data, zones.data],
  );
  const choices = rows.flatMap(({ list, row }) =>
    list === 'areas' ? [{ id: row.id, name: nameOf(row) }] : [],
  );
  /** As others changed it meanwhile. */
  const current = (of: DrawnRow): DrawnRow =>
    rows.find(({ list, row }) => list === of.list && row.id === of.row.id) ?? of;
  return (
    <section className={classes.part} aria-labelledby="office-areas">
      <div className={classes.head}>
        <h2 id="office-areas">Areas and Zones</h2>
        <div className={classes.presses}>
          <Button variant="default" h={44} onClick={() => setOpened({ kind: 'routes', of: null })}>
            Choose carrier routes
          </Button>
          <Button variant="default" h={44} onClick={() => setOpened({ kind: 'file' })}>
            Add from a file
          </Button>
        </div>
      </div>
      <Answer query={areas} skeleton={<Skeleton height="8rem" />}>
        {() => (
          <Answer query={zones} skeleton={<Skeleton height="8rem" />}>
            {() => (
              <Answer query={map} skeleton={<Skeleton height="8rem" />}>
                {(shown) =>
                  rows.length === 0 ? (
                    <Text size="sm">
                      Nobody knows yet where the mail of this office goes. Choose carrier routes on the map,
                      or drop a GeoJSON file.
                    </Text>
                  ) : (
                    <Places saved={saved} rows={rows} map={shown} onOpen={setOpened} />
                  )
                }
              </Answer>
            )}
          </Answer>
        )}
      </Answer>
      {opened?.kind === 'file' && <AreaFileDialog saved={saved} areas={choices} onClose={close} />}
      {opened?.kind === 'routes' && (
        <RoutesDialog
          saved={saved}
          areas={choices}
          of={opened.of && current(opened.of)}
          usedColors={rows.flatMap(({ row: { values } }) => values['color'] ?? [])}
          onClose={close}
        />
      )}
      {opened?.kind === 'row' && areas.data && (
        <RowDialog
          officeId={id}
          list={opened.of.list}
          rows={{ ...areas.data, areas: choices }}
          row={current(opened.of).row}
          onClose={close}
        />
      )}
      {opened?.kind === 'mailings' && map.data && (
        <ZoneMailings zone={current(opened.of).row} map={map.data} onClose={close} />
      )}
    </section>
  );
}

function Places({
  saved,
  rows,
  map,
  onOpen,
}: {
  saved: SavedOffice;
  rows: readonly DrawnRow[];
  map: OfficeMap;
  onOpen: (opened: Opened) => void;
}) {
  const shapes = useMemo(() => shapesOf(rows, map), [rows, map]);
  const offices = useOffices(saved);
  return (
    <>
      {shapes.length > 0 && (
        <MapOnceInView
          title={`Areas and zones of ${saved.office.name}`}
          description={`${counted(shapes.length, 'area or zone', 'areas and zones')}, as clients see them. The table below lists them.`}
          shapes={shapes}
          offices={offices}
        />
      )}
      <div className={classes.scroller}>
        <Table aria-label="Areas and zones" miw={760}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="30%">Name</Table.Th>
              <Table.Th>Carrier routes</Table.Th>
              <Table.Th>Addresses</Table.Th>
              <Table.Th>Mailings</Table.Th>
              <Table.Th>Change</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((of) => (
              <PlaceRow key={`${of.list} ${of.row.id}`} of={of} map={map} onOpen={onOpen} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </>
  );
}

const mailingsText = (names: readonly string[]) =>
  names.length === 0 ? 'None' : names.length === 1 ? names[0] : counted(names.length, 'mailing');

function PlaceRow({
  of,
  map: { mailings },
  onOpen,
}: {
  of: DrawnRow;
  map: OfficeMap;
  onOpen: (opened: Opened) => void;
}) {
  const { list, row } = of;
  const { color, quantity, archived } = row.values;
  const name = nameOf(row);
  const routes = routesOf(row).length;
  const sent = list === 'zones' ? mailings.filter(({ zoneId }) => zoneId === row.id) : [];
  const press = (text: string, opened: Opened) => (
    <Button
      variant="default"
      size="compact-sm"
      className={classes.finger ?? ''}
      aria-label={`${text}: ${name}`}
      onClick={() => onOpen(opened)}
    >
      {text}
    </Button>
  );
  return (
    <Table.Tr>
      <Table.Td>
        <div className={classes.place} data-zone={list === 'zones' || undefined}>
          <span
            className={classes.swatch}
            style={{ backgroundColor: color ?? defaultAreaColor }}
            aria-hidden
          />
          <Text size="sm" fw={list === 'areas' ? 600 : 400} className={classes.text ?? ''}>
            {name}
            {archived === 'true' && ' (archived)'}
          </Text>
        </div>
      </Table.Td>
      <Table.Td>{routes === 0 ? 'None: not on the map' : thousands(routes)}</Table.Td>
      <Table.Td>{quantity ? thousands(Number(quantity)) : '-'}</Table.Td>
      <Table.Td>{list === 'areas' ? '' : mailingsText(sent.map((mailing) => mailing.name))}</Table.Td>
      <Table.Td>
        <div className={classes.inRow}>
          {press('Edit', { kind: 'row', of })}
          {press('Carrier Routes', { kind: 'routes', of })}
          {list === 'zones' && press('Mailings', { kind: 'mailings', of })}
        </div>
      </Table.Td>
    </Table.Tr>
  );
}
