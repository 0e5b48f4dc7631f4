import { Button, Checkbox, NativeSelect, Skeleton, Table, Text, TextInput } from '@mantine/core';
import type { CarrierRoute } from '@mailcall/contract/provider-areas.ts';
import type { OfficeChoice, SavedOffice } from '@mailcall/contract/provider-offices.ts';
import { mapColors } from '@mailcall/contract/rules/map-colors.ts';
import { sumOfAddresses } from '@mailcall/contract/rules/map-features.ts';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { CallFailed, explanationOf } from '../../platform/api.ts';
import { Answer } from '../../ui/answer.tsx';
import { ConfirmActions, Dialog } from '../../ui/dialog.tsx';
import { MapOnceInView } from '../../ui/map-canvas/map-canvas.tsx';
import { centerOf, cornersOf, distanceAndDirection, routeShapes } from '../../ui/map-canvas/route-shapes.ts';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { refetchOffices, routesQuery, sendNewArea, sendRoutes } from './api.ts';
import { type DrawnRow, nameOf, routesOf, useOffices } from './area-rows.ts';
import { sentenceOf } from './office-texts.ts';
import classes from './provider-offices.module.css';

const maxListed = 200;

interface Choice {
  saved: SavedOffice;
  areas: readonly OfficeChoice[];
  /** Null for a new area or zone. */
  of: DrawnRow | null;
  usedColors: readonly string[];
  onClose: () => void;
}

/** Carrier routes are chosen on the map, or in its table by keyboard. */
export function RoutesDialog(choice: Choice) {
  const routes = useQuery(routesQuery(choice.saved.office.id));
  const title = choice.of ? `Carrier routes of ${nameOf(choice.of.row)}` : 'Choose carrier routes';
  return (
    <Dialog isWide title={title} onClose={choice.onClose}>
      <Answer query={routes} skeleton={<Skeleton height="20rem" />}>
        {(records) =>
          records.length === 0 ? (
            <Text size="sm">
              No shapes of carrier routes near this office were imported. Drop a GeoJSON file with their
              geocodes. Or give the office an address with a ZIP code.
            </Text>
          ) : (
            <RoutesChoice {...choice} routes={records} />
          )
        }
      </Answer>
    </Dialog>
  );
}

const colorFor = (used: readonly string[]): string =>
  (mapColors.find(({ color }) => !used.includes(color)) ?? mapColors[0]).color;

function RoutesChoice({
  saved,
  areas,
  of,
  usedColors,
  onClose,
  routes,
}: Choice & { routes: readonly CarrierRoute[] }) {
  const { office } = saved;
  // what the person began with: a colleague's change is a conflict
  const [before] = useState(of?.row.values['carrier_routes'] ?? null);
  const [begun] = useState(() => (of ? routesOf(of.row) : []));
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    begun.filter((name) => routes.some(({ route }) => route === name)),
  );
  const [name, setName] = useState('');
  const [color, setColor] = useState(() => of?.row.values['color'] ?? colorFor(usedColors));
  const [areaId, setAreaId] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isChanged = chosen.length !== begun.length || chosen.some((route) => !begun.includes(route));
  const close = useUnsavedInput((isChanged || name !== '') && !isBusy);
  const toggle = (route: string) =>
    setChosen((last) => (last.includes(route) ? last.filter((one) => one !== route) : [...last, route]));
  const byName = useMemo(() => new Map(routes.map((route) => [route.route, route])), [routes]);
  const missing = begun.filter((route) => !byName.has(route));
  const sum = sumOfAddresses(chosen.map((route) => byName.get(route)?.addresses ?? null));
  const save = async () => {
    if (isBusy) return;
    const found = {
      ...(of === null && name.trim() === '' && { name: 'Name must not be empty.' }),
      ...(chosen.length === 0 && { routes: 'Choose a carrier route.' }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    setFailure(null);
    const sent = chosen.flatMap((route) => {
      const known = byName.get(route);
      return known ? [{ shapeId: known.shapeId, route }] : [];
    });
    try {
      if (of) await sendRoutes({ id: office.id, list: of.list, rowId: of.row.id }, { routes: sent, before });
      else await sendNewArea(office.id, { areaId: areaId || null, name: name.trim(), color, routes: sent });
      await refetchOffices();
      toast('success', of ? 'Saved' : `${name.trim()} added`);
      onClose();
    } catch (error) {
      const named = (error instanceof CallFailed && error.problems) || {};
      setFailure(
        named['carrier_routes']
          ? 'Somebody changed the carrier routes meanwhile. Close this and look at them first.'
          : explanationOf(error),
      );
      setProblems(
        Object.fromEntries(
          Object.entries(named).flatMap(([field, reason]) =>
            field === 'name' ? [[field, sentenceOf('Name', reason)]] : [],
          ),
        ),
      );
      setBusy(false);
    }
  };
  return (
    <>
      {of === null && (
        <div className={classes.fields}>
          <TextInput
            label="Name"
            required
            data-autofocus
            autoComplete="off"
            maxLength={500}
            value={name}
            error={problems['name']}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <NativeSelect
            label="Color"
            value={color}
            data={mapColors.map((known) => ({ value: known.color, label: known.name }))}
            onChange={({ currentTarget }) => setColor(currentTarget.value)}
          />
          <NativeSelect
            label="Add as"
            value={areaId}
            data={[
              { value: '', label: 'An area of its own' },
              ...areas.map((area) => ({ value: area.id, label: `A zone of ${area.name}` })),
            ]}
            onChange={({ currentTarget }) => setAreaId(currentTarget.value)}
          />
        </div>
      )}
      <RoutesMap saved={saved} routes={routes} color={color} chosen={chosen} onPress={toggle} />
      <div className={classes.head}>
        <Text size="sm" fw={600} role="status">
          {counted(chosen.length, 'carrier route')}
          {sum !== null && `, ${counted(sum, 'address', 'addresses')}`}
        </Text>
        {chosen.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            className={classes.finger ?? ''}
            onClick={() => setChosen([])}
          >
            Choose none
          </Button>
        )}
      </div>
      {problems['routes'] && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {problems['routes']}
        </Text>
      )}
      {missing.length > 0 && (
        <Text size="sm">
          {counted(missing.length, 'carrier route')} of before {missing.length === 1 ? 'has' : 'have'} no
          shape here and {missing.length === 1 ? 'is' : 'are'} left out: {missing.slice(0, 10).join(', ')}.
        </Text>
      )}
      <RoutesTable saved={saved} routes={routes} chosen={chosen} onPress={toggle} />
      <ConfirmActions
        label={of ? 'Save' : 'Add'}
        autoFocus={false}
        problem={failure}
        isBusy={isBusy}
        onConfirm={() => void save()}
        onCancel={() => close(onClose)}
      />
    </>
  );
}

interface Shown {
  saved: SavedOffice;
  routes: readonly CarrierRoute[];
  chosen: readonly string[];
  onPress: (route: string) => void;
}

function RoutesMap({ saved, routes, color, chosen, onPress }: Shown & { color: string }) {
  const offices = useOffices(saved);
  const shapes = useMemo(
    () => routes.map(({ route, shape }) => ({ id: route, name: route, color, shape })),
    [routes, color],
  );
  return (
    <MapOnceInView
      title="Map of the carrier routes"
      description="Press a carrier route to choose it. The table below offers the same."
      shapes={shapes}
      offices={offices}
      choice={{ chosen, onPress }}
    />
  );
}

function RoutesTable({ saved: { office }, routes, chosen, onPress }: Shown) {
  const [query, setQuery] = useState('');
  const found = useMemo(() => {
    const wanted = query.trim().toUpperCase();
    return routes.filter(({ route }) => route.toUpperCase().includes(wanted));
  }, [routes, query]);
  const listed = found.slice(0, maxListed);
  const distance = (route: CarrierRoute) => {
    const center = centerOf(cornersOf(routeShapes(route.shape)));
    return center && office.place ? distanceAndDirection(office.place, center) : '-';
  };
  return (
    <>
      <TextInput
        label="Find carrier routes"
        placeholder="ZIP code or route"
        autoComplete="off"
        maxLength={200}
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      <div className={classes.routes}>
        <Table aria-label="Carrier routes">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Carrier route</Table.Th>
              <Table.Th>Addresses</Table.Th>
              <Table.Th>From the office</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {listed.map((route) => (
              <Table.Tr key={route.route}>
                <Table.Td>
                  <Checkbox
                    label={route.route}
                    checked={chosen.includes(route.route)}
                    onChange={() => onPress(route.route)}
                  />
                </Table.Td>
                <Table.Td>{route.addresses === null ? '-' : thousands(route.addresses)}</Table.Td>
                <Table.Td>{distance(route)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Text size="sm" c="dimmed" role="status">
        {found.length === 0
          ? 'No carrier route has this in its name.'
          : found.length > maxListed
            ? `The first ${maxListed} of ${thousands(found.length)}. Type to find others.`
            : ''}
      </Text>
    </>
  );
}
