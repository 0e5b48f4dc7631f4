import { Alert, Button, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { defaultOfficeColor } from '@mailcall/contract/rules/map-colors.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { MapOnceInView } from '../../ui/map-canvas/map-canvas.tsx';
import { placeQuery } from './api.ts';
import { labels, type Problems, zoneText } from './office-texts.ts';
import classes from './provider-offices.module.css';

/** Milliseconds of a typing pause before an address is looked up. */
const placeDelay = 500;

const numberOf = (text: string, most: number): number | null => {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) && Math.abs(number) <= most ? number : null;
};

export interface PlaceInput {
  address: string;
  latitude: string;
  longitude: string;
}

/** Where the office is: its coordinates, otherwise the center of its ZIP code. Null while neither is known. */
export function usePlace({ address, latitude, longitude }: PlaceInput) {
  const [lookedUp] = useDebouncedValue(address.trim(), placeDelay);
  const [north, east] = [numberOf(latitude, 90), numberOf(longitude, 180)];
  const isSet = north !== null && east !== null;
  const { data: ofZip } = useQuery({ ...placeQuery({ address: lookedUp }), enabled: lookedUp !== '' });
  const { data: ofPoint } = useQuery({
    ...placeQuery({ latitude: north ?? 0, longitude: east ?? 0 }),
    enabled: isSet,
  });
  const zip = lookedUp === '' ? null : (ofZip?.place ?? null);
  const shownPlace = isSet ? { latitude: north, longitude: east } : zip;
  return {
    isSet,
    hasZip: zip !== null,
    latitude: shownPlace?.latitude ?? null,
    longitude: shownPlace?.longitude ?? null,
    timeZone: (isSet ? ofPoint?.place : zip)?.timeZone ?? null,
  };
}

type Place = ReturnType<typeof usePlace>;

export function PlaceFields({
  name,
  color,
  input,
  place,
  problems,
  onChange,
}: {
  name: string;
  color: string;
  input: PlaceInput;
  place: Place;
  problems: Problems;
  onChange: (coordinates: Pick<PlaceInput, 'latitude' | 'longitude'>) => void;
}) {
  const { latitude, longitude, isSet } = place;
  const offices = useMemo(
    () =>
      latitude === null || longitude === null
        ? []
        : [
            {
              id: 'office',
              name: name || 'The office',
              color: /^#[0-9a-f]{6}$/i.test(color) ? color : defaultOfficeColor,
              location: { latitude, longitude },
              isApproximate: !isSet,
            },
          ],
    [latitude, longitude, isSet, name, color],
  );
  const move = useMemo(
    () => (to: { latitude: number; longitude: number }) =>
      onChange({ latitude: String(to.latitude), longitude: String(to.longitude) }),
    [onChange],
  );
  const coordinate = (column: 'latitude' | 'longitude') => (
    <TextInput
      label={labels[column]}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={input[column]}
      error={problems[column]}
      onChange={({ currentTarget }) =>
        onChange({ latitude: input.latitude, longitude: input.longitude, [column]: currentTarget.value })
      }
    />
  );
  return (
    <>
      <Text size="sm" role="status">
        {isSet
          ? 'The office is where its coordinates are. Drag it on the map, or type others.'
          : offices.length > 0
            ? 'The office is shown at the center of its ZIP code. Drag it to the right place, or type its coordinates.'
            : 'An address with a ZIP code puts the office on the map.'}
      </Text>
      {offices.length > 0 && (
        <MapOnceInView
          title={`Map of ${name || 'the office'}`}
          description={isSet ? 'The office at its coordinates.' : 'The office at the center of its ZIP code.'}
          shapes={none}
          offices={offices}
          onMove={move}
        />
      )}
      <div className={classes.fields}>
        {coordinate('latitude')}
        {coordinate('longitude')}
      </div>
      {(input.latitude !== '' || input.longitude !== '') && place.hasZip && (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            className={classes.finger ?? ''}
            onClick={() => onChange({ latitude: '', longitude: '' })}
          >
            Use the Center of the ZIP Code
          </Button>
        </div>
      )}
    </>
  );
}

const none = [] as const;

export function ZoneProposal({
  place: { timeZone },
  zone,
  onTake,
}: {
  place: Place;
  zone: string;
  onTake: (zone: string) => void;
}) {
  if (timeZone === null || timeZone === zone) return null;
  return (
    <Alert color="yellow" variant="light" role="status">
      <div className={classes.presses}>
        <Text size="sm">Its place has {zoneText(timeZone)}.</Text>
        <Button
          variant="default"
          size="compact-sm"
          className={classes.finger ?? ''}
          onClick={() => onTake(timeZone)}
        >
          Take this time zone
        </Button>
      </div>
    </Alert>
  );
}
