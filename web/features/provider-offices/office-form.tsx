import { Alert, Button, NativeSelect, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import {
  type DeskOffice,
  type OfficeChoice,
  type OfficeColumn,
  officeColumnLengths,
  type OfficeValues,
  type SavedOffice,
} from '@mailcall/contract/provider-offices.ts';
import { clockInZone } from '@mailcall/contract/time/office-time.ts';
import { defaultTimeZone } from '@mailcall/contract/time/time-zone.ts';
import { type SyntheticEvent, useCallback, useMemo, useRef, useState } from 'react';
import { explanationOf } from '../../platform/api.ts';
import { queryClient } from '../../platform/query-client.ts';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import {
  type HoursInput,
  HoursFields,
  hoursProblems,
  inputOf,
  isChangedFrom,
  toSavedHours,
} from '../settings/index.ts';
import { officeQuery, refetchOffices, sendFeedValue, sendNewOffice, sendOffice } from './api.ts';
import { OfficeSelect } from './office-picker.tsx';
import {
  colorOptions,
  industries,
  industriesId,
  labels,
  type Problems,
  problemsOf,
  zoneOptions,
  formParameters,
} from './office-texts.ts';
import { PlaceFields, usePlace, ZoneProposal } from './place-fields.tsx';
import classes from './provider-offices.module.css';

interface Typed {
  value: string;
  /** The value that the person saw. */
  before: string | null;
}
type Draft = Partial<Record<OfficeColumn, Typed>>;

/** Fields side by side begin at the same height. */
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

const noHours = { open: [], holidays: [] };

const changesOf = (draft: Draft) =>
  Object.entries(draft).filter(([, typed]) => typed.value !== (typed.before ?? '')) as [
    OfficeColumn,
    Typed,
  ][];

/** A new office without `saved`. What is typed stays until it is saved; other values follow the record. */
export function OfficeForm({
  saved,
  onSaved,
}: {
  saved: SavedOffice | null;
  onSaved: (saved: SavedOffice) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<Draft>({});
  const [hours, setHours] = useState<{ input: HoursInput; before: HoursInput } | null>(null);
  const [group, setGroup] = useState<OfficeChoice | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const storedHours = useMemo(() => inputOf(saved?.hours ?? noHours), [saved]);
  const stored = useCallback((column: OfficeColumn) => saved?.row.values[column] ?? null, [saved]);
  const valueOf = (column: OfficeColumn) => draft[column]?.value ?? stored(column) ?? '';
  const type = useCallback(
    (values: Partial<Record<OfficeColumn, string>>) => {
      setDraft((before) => {
        const typed = Object.entries(values).map(([name, value]) => {
          const column = name as OfficeColumn;
          return [column, { value, before: before[column] ? before[column].before : stored(column) }];
        });
        return { ...before, ...(Object.fromEntries(typed) as Draft) };
      });
      setProblems((before) => ({
        ...before,
        ...Object.fromEntries(Object.keys(values).map((name) => [name, undefined])),
      }));
      setFailure(null);
    },
    [stored],
  );
  const place = usePlace({
    address: valueOf('address'),
    latitude: valueOf('latitude'),
    longitude: valueOf('longitude'),
  });
  // a new office has the time zone of its place until another one is chosen
  const zone = saved || draft.time_zone ? valueOf('time_zone') : (place.timeZone ?? defaultTimeZone);
  const changes = changesOf(draft);
  const hoursInput = hours?.input ?? storedHours;
  const wrongHours = hoursProblems(hoursInput);
  const isHoursChanged = hours !== null && isChangedFrom(hours.input, hours.before);
  const isChanged = changes.length > 0 || isHoursChanged;
  useUnsavedInput(isChanged && !isBusy, formParameters);

  const fail = (found: Problems) => {
    setProblems(found);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (valueOf('name').trim() === '') return fail({ name: 'Name must not be empty.' });
    if (wrongHours.size > 0) return setFailure('Correct the office hours.');
    setBusy(true);
    setFailure(null);
    const values: OfficeValues = Object.fromEntries(
      changes.map(([name, { value }]) => [name, value.trim() || null]),
    );
    const wanted = toSavedHours(hoursInput);
    try {
      const answer = saved
        ? await sendOffice(saved.office.id, {
            values,
            before: Object.fromEntries(changes.map(([name, { before }]) => [name, before])),
            ...(isHoursChanged && { hours: { ...wanted, before: toSavedHours(hours.before) } }),
          })
        : await sendNewOffice({
            values: { ...values, time_zone: zone },
            ...(isHoursChanged && { hours: wanted }),
          });
      setDraft({});
      setHours(null);
      setProblems({});
      toast('success', saved ? 'Saved' : `${answer.office.name} created`);
      onSaved(answer);
      void refetchOffices();
    } catch (error) {
      const found = problemsOf(error);
      if (found) {
        fail(found);
        if (saved) await noteOthers(saved.office);
      } else setFailure(explanationOf(error));
    } finally {
      setBusy(false);
    }
  };
  /** The next save is made knowing what another person saved. */
  const noteOthers = async ({ id }: DeskOffice) => {
    const { row } = await queryClient.fetchQuery(officeQuery(id));
    setDraft((before) =>
      Object.fromEntries(
        Object.entries(before).map(([name, typed]) => [name, { ...typed, before: row.values[name] ?? null }]),
      ),
    );
  };
  const text = (column: OfficeColumn, more: { description?: string; list?: string } = {}) => (
    <div>
      <TextInput
        label={labels[column]}
        autoComplete="off"
        maxLength={officeColumnLengths[column]}
        required={column === 'name'}
        value={valueOf(column)}
        error={problems[column]}
        inputWrapperOrder={order}
        onChange={({ currentTarget }) => type({ [column]: currentTarget.value })}
        {...more}
      />
      {said(column)}
    </div>
  );
  const said = (column: OfficeColumn) =>
    saved && (
      <>
        <ChangedMeanwhile typed={draft[column]} now={stored(column)} />
        {column in saved.row.feedSays && (
          <FeedSays
            saved={saved}
            column={column}
            onTaken={(answer) => {
              setDraft(({ [column]: _taken, ...others }) => others);
              onSaved(answer);
            }}
          />
        )}
      </>
    );
  return (
    <form
      ref={form}
      noValidate
      aria-label="Office"
      className={classes.form}
      onSubmit={(event) => void send(event)}
    >
      <section className={classes.part} aria-labelledby="office-general">
        <h2 id="office-general">General</h2>
        <div className={classes.fields}>
          {text('name')}
          <div>
            <OfficeSelect
              label={labels.parent_id}
              description="Its people see this office, too."
              clearable
              value={valueOf('parent_id') || null}
              known={group ?? saved?.groups.find(({ id }) => id === valueOf('parent_id'))}
              error={problems.parent_id}
              onChange={(id, office) => {
                setGroup(office);
                type({ parent_id: id ?? '' });
              }}
            />
            {said('parent_id')}
          </div>
          {text('industry', { list: industriesId })}
          {text('business_label', { description: 'Such as Practice' })}
          {text('client_label', { description: 'Such as Patient' })}
          <div>
            <NativeSelect
              label={labels.color}
              value={valueOf('color')}
              error={problems.color}
              data={colorOptions(valueOf('color'))}
              onChange={({ currentTarget }) => type({ color: currentTarget.value })}
            />
            {said('color')}
          </div>
        </div>
      </section>
      <section className={classes.part} aria-labelledby="office-place">
        <h2 id="office-place">Place</h2>
        <Textarea
          label={labels.address}
          autosize
          minRows={2}
          maxLength={officeColumnLengths.address}
          value={valueOf('address')}
          error={problems.address}
          onChange={({ currentTarget }) => type({ address: currentTarget.value })}
        />
        {said('address')}
        <PlaceFields
          name={valueOf('name')}
          color={valueOf('color')}
          input={{
            address: valueOf('address'),
            latitude: valueOf('latitude'),
            longitude: valueOf('longitude'),
          }}
          place={place}
          problems={problems}
          onChange={type}
        />
        {said('latitude')}
        {said('longitude')}
        <Select
          label={labels.time_zone}
          description="Its calls and hours are in this time."
          searchable
          allowDeselect={false}
          data={zoneOptions(zone)}
          value={zone}
          error={problems.time_zone}
          maxDropdownHeight={280}
          comboboxProps={{ shadow: 'md', withinPortal: false }}
          onChange={(next) => {
            if (next !== null) type({ time_zone: next });
          }}
        />
        {said('time_zone')}
        <ZoneProposal place={place} zone={zone} onTake={(next) => type({ time_zone: next })} />
      </section>
      <section className={classes.part} aria-labelledby="office-hours">
        <h2 id="office-hours">Office Hours</h2>
        <HoursFields
          input={hoursInput}
          problems={wrongHours}
          today={clockInZone(new Date(), zone).day}
          edit={(change) =>
            setHours((last) => {
              const { input, before } = last ?? { input: storedHours, before: storedHours };
              return { input: change(input), before };
            })
          }
        />
      </section>
      {failure !== null && (
        <Alert color="red" variant="light" role="alert">
          {failure}
        </Alert>
      )}
      <div className={classes.presses}>
        <Button type="submit" h={44} loading={isBusy} disabled={saved !== null && !isChanged}>
          {saved ? 'Save' : 'Create'}
        </Button>
        {saved && isChanged && (
          <Button
            variant="default"
            h={44}
            onClick={() => {
              setDraft({});
              setHours(null);
              setProblems({});
              setFailure(null);
            }}
          >
            Discard
          </Button>
        )}
      </div>
      <datalist id={industriesId}>
        {industries.map((industry) => (
          <option key={industry}>{industry}</option>
        ))}
      </datalist>
    </form>
  );
}

function FeedSays({
  saved,
  column,
  onTaken,
}: {
  saved: SavedOffice;
  column: OfficeColumn;
  onTaken: (saved: SavedOffice) => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const value = saved.row.feedSays[column] ?? null;
  const shown = column === 'parent_id' ? (saved.groups.find(({ id }) => id === value)?.name ?? value) : value;
  const take = async () => {
    setBusy(true);
    try {
      onTaken(await sendFeedValue(saved.office.id, column));
      void refetchOffices();
    } catch (error) {
      toast('error', explanationOf(error));
    }
    setBusy(false);
  };
  return (
    <Stack gap={4} align="flex-start" mt={4}>
      <Text size="sm" c="dimmed">
        {labels[column]}: changed here, the feed says {shown ?? 'nothing'}.
      </Text>
      <Button
        variant="default"
        size="compact-xs"
        className={classes.finger ?? ''}
        loading={isBusy}
        aria-label={`Take it: the feed’s ${labels[column].toLowerCase()}`}
        onClick={() => void take()}
      >
        Take it
      </Button>
    </Stack>
  );
}
