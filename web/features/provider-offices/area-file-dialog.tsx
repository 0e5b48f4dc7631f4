import { Button, FileButton, NativeSelect, Table, Text } from '@mantine/core';
import type { PlaceOfFile } from '@mailcall/contract/provider-areas.ts';
import type { OfficeChoice, SavedOffice } from '@mailcall/contract/provider-offices.ts';
import { mapColors } from '@mailcall/contract/rules/map-colors.ts';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { explanationOf } from '../../platform/api.ts';
import { ConfirmActions, Dialog, DialogProblem } from '../../ui/dialog.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { MapOnceInView } from '../../ui/map-canvas/map-canvas.tsx';
import { toast } from '../../ui/toast.tsx';
import { refetchOffices, sendAreaFile } from './api.ts';
import { useOffices } from './area-rows.ts';
import classes from './provider-offices.module.css';

/** A file shows first what it would add. */
export function AreaFileDialog({
  saved,
  areas,
  onClose,
}: {
  saved: SavedOffice;
  areas: readonly OfficeChoice[];
  onClose: () => void;
}) {
  const { id } = saved.office;
  const [areaId, setAreaId] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const reading = useMutation({
    mutationFn: (dropped: File) => sendAreaFile(id, dropped, { areaId: null, save: false }),
  });
  const saving = useMutation({
    mutationFn: (read: File) => sendAreaFile(id, read, { areaId, save: true }),
    async onSuccess({ places }) {
      await refetchOffices();
      toast('success', `${addedText(places.length, areaId !== null)} added`);
      onClose();
    },
  });
  const read = (dropped: File | null | undefined) => {
    if (!dropped) return;
    setFile(dropped);
    reading.mutate(dropped);
  };
  const found = reading.data;
  const places = found?.places.length ?? 0;
  return (
    <Dialog title="Add areas or zones from a file" isWide={found !== undefined} onClose={onClose}>
      <DropZone onFiles={([dropped]) => read(dropped)}>
        <FileButton
          onChange={read}
          accept=".geojson,.json,application/geo+json,application/json"
          inputProps={{ 'aria-label': 'GeoJSON file' }}
        >
          {(props) => (
            <Button
              {...props}
              h={44}
              variant={found ? 'default' : 'filled'}
              loading={reading.isPending}
              data-autofocus
            >
              {found ? 'Choose another file' : 'Choose a GeoJSON file'}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {found
            ? file?.name
            : 'Or drop it here, up to 20 MB. Features with one name are one zone. Nothing is saved before you have seen it.'}
        </Text>
      </DropZone>
      <DialogProblem text={reading.isError ? explanationOf(reading.error) : null} />
      {found && (
        <>
          <NativeSelect
            label="Add as"
            value={areaId ?? ''}
            data={[
              { value: '', label: 'Areas of their own' },
              ...areas.map((area) => ({ value: area.id, label: `Zones of ${area.name}` })),
            ]}
            onChange={({ currentTarget }) => setAreaId(currentTarget.value || null)}
          />
          <FoundPlaces saved={saved} places={found.places} />
          {found.leftOut.length > 0 && (
            <ul className={classes.list} aria-label="Left out">
              {found.leftOut.map((sentence) => (
                <li key={sentence}>
                  <Text size="sm">{sentence}</Text>
                </li>
              ))}
            </ul>
          )}
          <ConfirmActions
            label={`Add ${addedText(places, areaId !== null)}`}
            autoFocus={false}
            problem={saving.isError ? explanationOf(saving.error) : null}
            isBusy={saving.isPending}
            onConfirm={() => file && saving.mutate(file)}
            onCancel={onClose}
          />
        </>
      )}
    </Dialog>
  );
}

const addedText = (count: number, isZone: boolean) => counted(count, isZone ? 'zone' : 'area');

function FoundPlaces({ saved, places }: { saved: SavedOffice; places: readonly PlaceOfFile[] }) {
  const offices = useOffices(saved);
  const shapes = useMemo(
    () =>
      places.map(({ name, shape }, index) => ({
        id: name,
        name,
        color: mapColors[index % mapColors.length]?.color ?? mapColors[0].color,
        shape,
      })),
    [places],
  );
  return (
    <>
      <MapOnceInView
        title="What the file adds"
        description="The shapes of the file. The table below lists them."
        shapes={shapes}
        offices={offices}
      />
      <Table aria-label="What the file adds">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Carrier routes</Table.Th>
            <Table.Th>Addresses</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {places.map(({ name, routes, addresses }, index) => (
            <Table.Tr key={name}>
              <Table.Td>
                <div className={classes.place}>
                  <span
                    className={classes.swatch}
                    style={{ backgroundColor: shapes[index]?.color }}
                    aria-hidden
                  />
                  <span className={classes.text}>{name}</span>
                </div>
              </Table.Td>
              <Table.Td>{thousands(routes.length)}</Table.Td>
              <Table.Td>{addresses === null ? '-' : thousands(addresses)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
