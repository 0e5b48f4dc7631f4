import { Button, Checkbox, NativeSelect, Skeleton, Stack, Table, Text, TextInput } from '@mantine/core';
import {
  type OfficeChoice,
  type OfficeList,
  type OfficeRow,
  type RowColumn,
  rowColumnLengths,
} from '@mailcall/contract/provider-offices.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { CallFailed, explanationOf } from '../../platform/api.ts';
import { Answer } from '../../ui/answer.tsx';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile.tsx';
import { Dialog, DialogProblem } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { type OfficeRows, refetchOffices, rowsQuery, sendFeedOfRow, sendRow } from './api.ts';
import { colorName, colorOptions, sentenceOf } from './office-texts.ts';
import classes from './provider-offices.module.css';

interface Field {
  column: RowColumn;
  label: string;
  kind: 'text' | 'phone' | 'mailing' | 'status' | 'color' | 'area' | 'day' | 'count' | 'yes';
  isRequired?: true;
  about?: string;
}

const placeFields = [
  { column: 'name', label: 'Name', kind: 'text', isRequired: true },
  { column: 'color', label: 'Color', kind: 'color' },
  { column: 'quantity', label: 'Addresses', kind: 'count' },
] as const satisfies readonly Field[];

const listLink = { column: 'list_provider_url', label: 'Link to the list', kind: 'text' } as const;

const lineStatuses = ['Active', 'New', 'Suspended', 'Released'];

const lists: Readonly<
  Record<
    OfficeList,
    { title: string; noun: string; none: string; removes: boolean; fields: readonly Field[] }
  >
> = {
  lines: {
    title: 'Tracking Lines',
    noun: 'tracking line',
    none: 'This office has no tracking line.',
    removes: false,
    fields: [
      { column: 'number', label: 'Number', kind: 'phone', isRequired: true },
      {
        column: 'destination_number',
        label: 'Rings at',
        kind: 'phone',
        about: 'The phone of the office that calls to this number reach.',
      },
      { column: 'campaign_id', label: 'Mailing', kind: 'mailing' },
      { column: 'status', label: 'Status', kind: 'status' },
      { column: 'friendly_name', label: 'Name', kind: 'text' },
      { column: 'type', label: 'Type', kind: 'text' },
    ],
  },
  staff: {
    title: 'Staff',
    noun: 'member of staff',
    none: 'Nobody is listed who answers calls.',
    removes: true,
    fields: [
      { column: 'name', label: 'Name', kind: 'text', isRequired: true },
      {
        column: 'aliases',
        label: 'Also called',
        kind: 'text',
        about: 'Other names on the phone, divided by semicolons. Scorers find the person by them.',
      },
      { column: 'staff_type', label: 'Job', kind: 'text' },
    ],
  },
  areas: {
    title: 'Areas',
    noun: 'mailing area',
    none: 'This office has no mailing area.',
    removes: true,
    fields: [
      ...placeFields,
      {
        column: 'campaign_type',
        label: 'Type of mailing',
        kind: 'text',
        about: 'Such as MVP Mail. An area of New Mover Mail has the shape of its first zone.',
      },
      { column: 'mailing_date_from', label: 'Mailings from', kind: 'day' },
      { column: 'mailing_date_to', label: 'Mailings until', kind: 'day' },
      listLink,
      { column: 'archived', label: 'Archived: clients do not see it', kind: 'yes' },
    ],
  },
  zones: {
    title: 'Zones',
    noun: 'zone',
    none: 'This office has no zone.',
    removes: true,
    fields: [...placeFields, { column: 'mailing_area_id', label: 'Area', kind: 'area' }, listLink],
  },
};

const textOf = (
  field: Field,
  value: string | null | undefined,
  { mailings, areas = [] }: Pick<RowsOfForm, 'mailings' | 'areas'>,
): string => {
  if (!value) return '';
  if (field.kind === 'area') return areas.find(({ id }) => id === value)?.name ?? value;
  if (field.kind === 'day') return formatDay(value);
  if (field.kind === 'count') return thousands(Number(value));
  if (field.kind === 'yes') return value === 'true' ? 'Yes' : 'No';
  if (field.kind === 'color') return colorName(value);
  if (field.kind === 'phone') return formatPhone(value);
  if (field.kind === 'mailing') return mailings.find(({ id }) => id === value)?.name ?? value;
  return field.column === 'aliases' ? value.replaceAll(';', '; ') : value;
};

const isReleased = ({ values }: OfficeRow) => values['status'] === 'Released';

type RowsOfForm = OfficeRows & { areas?: readonly OfficeChoice[] };

export function RowsSection({ officeId, list }: { officeId: string; list: 'lines' | 'staff' }) {
  const query = useQuery(rowsQuery(officeId, list));
  const [open, setOpen] = useState<OfficeRow | 'new' | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const { title, noun, none, fields } = lists[list];
  const headingId = `office-${list}`;
  const released = query.data?.records.filter(isReleased).length ?? 0;
  return (
    <section className={classes.part} aria-labelledby={headingId}>
      <div className={classes.head}>
        <h2 id={headingId}>{title}</h2>
        <Button variant="default" h={44} onClick={() => setOpen('new')}>
          Add a {noun}
        </Button>
      </div>
      <Answer query={query} skeleton={<Skeleton height="8rem" />}>
        {(rows) =>
          rows.records.length === 0 ? (
            <Text size="sm">{none}</Text>
          ) : (
            <div className={classes.scroller}>
              <Table aria-label={title} miw={600}>
                <Table.Thead>
                  <Table.Tr>
                    {fields.map(({ column, label }) => (
                      <Table.Th key={column}>{label}</Table.Th>
                    ))}
                    <Table.Th>Edit</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.records
                    .filter((row) => showsAll || !isReleased(row))
                    .map((row) => (
                      <Table.Tr key={row.id}>
                        {fields.map((field) => (
                          <Table.Td
                            key={field.column}
                            className={field.kind === 'phone' ? (classes.phone ?? '') : ''}
                          >
                            {textOf(field, row.values[field.column], rows)}
                          </Table.Td>
                        ))}
                        <Table.Td>
                          <Button
                            variant="default"
                            size="compact-sm"
                            className={classes.finger ?? ''}
                            aria-label={`Edit ${textOf(fields[0] as Field, row.values[fields[0]?.column ?? ''], rows)}`}
                            onClick={() => setOpen(row)}
                          >
                            Edit
                          </Button>
                        </Table.Td>
                      </Table.Tr>
                    ))}
                </Table.Tbody>
              </Table>
            </div>
          )
        }
      </Answer>
      {!showsAll && released > 0 && (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            className={classes.finger ?? ''}
            onClick={() => setShowsAll(true)}
          >
            Show {counted(released, 'released line')}
          </Button>
        </div>
      )}
      {open !== null && query.data && (
        <RowDialog
          officeId={officeId}
          list={list}
          rows={query.data}
          row={open === 'new' ? null : (query.data.records.find(({ id }) => id === open.id) ?? open)}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}

export function RowDialog({
  officeId,
  list,
  rows,
  row,
  onClose,
}: {
  officeId: string;
  list: OfficeList;
  rows: RowsOfForm;
  row: OfficeRow | null;
  onClose: () => void;
}) {
  const { noun } = lists[list];
  return (
    <Dialog title={row ? `Change a ${noun}` : `Add a ${noun}`} onClose={onClose}>
      <RowForm officeId={officeId} list={list} rows={rows} row={row} onClose={onClose} />
    </Dialog>
  );
}

interface Typed {
  value: string;
  before: string | null;
}

/** What is typed stays until it is saved; a second save knows what another person saved before. */
function RowForm({
  officeId,
  list,
  rows,
  row,
  onClose,
}: {
  officeId: string;
  list: OfficeList;
  rows: RowsOfForm;
  row: OfficeRow | null;
  onClose: () => void;
}) {
  const { fields, removes, noun } = lists[list];
  const [draft, setDraft] = useState<Readonly<Record<string, Typed>>>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const changes = Object.entries(draft).filter(([, typed]) => typed.value !== (typed.before ?? ''));
  const close = useUnsavedInput(changes.length > 0 && !isBusy);
  const stored = (column: string) => row?.values[column] ?? null;
  const valueOf = ({ column, kind }: Field) =>
    draft[column]?.value ?? (kind === 'phone' ? formatPhone(stored(column) ?? '') : (stored(column) ?? ''));
  const type = (column: string, value: string) => {
    setDraft((before) => ({
      ...before,
      [column]: { value, before: before[column] ? before[column].before : stored(column) },
    }));
    setProblems(({ [column]: _corrected, ...others }) => others);
    setFailure(null);
  };
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      await refetchOffices();
      toast('success', 'Saved');
      onClose();
    } catch (error) {
      const found = Object.entries((error instanceof CallFailed && error.problems) || {}).flatMap(
        ([name, reason]) => {
          const field = fields.find(({ column }) => column === name.replace(/^values\./, ''));
          return field ? [[field.column, sentenceOf(field.label, reason)] as const] : [];
        },
      );
      setProblems(Object.fromEntries(found));
      if (found.length === 0) setFailure(explanationOf(error));
      await refetchOffices();
      setDraft((before) =>
        Object.fromEntries(Object.entries(before).map(([name, typed]) => [name, { ...typed, before: null }])),
      );
      setBusy(false);
    }
  };
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const missing = fields.filter((field) => field.isRequired && valueOf(field).trim() === '');
    if (missing.length > 0)
      return setProblems(
        Object.fromEntries(missing.map(({ column, label }) => [column, `${label} must not be empty.`])),
      );
    const written = (value: string) =>
      value
        .split(';')
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .join(';');
    void run(() =>
      sendRow(officeId, list, row?.id ?? null, {
        values: Object.fromEntries(
          changes.map(([column, { value }]) => [
            column,
            (column === 'aliases' ? written(value) : value.trim()) || null,
          ]),
        ),
        before: Object.fromEntries(changes.map(([column, { before }]) => [column, before ?? stored(column)])),
      }),
    );
  };
  const remove = () =>
    run(() =>
      sendRow(officeId, list, row?.id ?? null, { values: { deleted: 'true' }, before: { deleted: 'false' } }),
    );
  return (
    <form noValidate aria-label={noun} onSubmit={save}>
      <Stack gap="sm">
        {row && (
          <Text size="sm" c="dimmed">
            In files and over HTTP: <code>{row.id}</code>
          </Text>
        )}
        {fields.map((field, place) => (
          <div key={field.column}>
            <RowInput
              field={field}
              rows={rows}
              value={valueOf(field)}
              problem={problems[field.column]}
              isFirst={place === 0}
              onChange={(value) => type(field.column, value)}
            />
            <ChangedMeanwhile
              typed={draft[field.column]}
              now={stored(field.column)}
              format={(value) => textOf(field, value, rows)}
            />
            {row && field.column in row.feedSays && (
              <div className={classes.presses}>
                <Text size="sm" c="dimmed">
                  {field.label}: changed here, the feed says{' '}
                  {textOf(field, row.feedSays[field.column], rows) || 'nothing'}.
                </Text>
                <Button
                  variant="default"
                  size="compact-xs"
                  className={classes.finger ?? ''}
                  disabled={isBusy || changes.length > 0}
                  aria-label={`Take it: the feed’s ${field.label.toLowerCase()}`}
                  onClick={() => void run(() => sendFeedOfRow(officeId, list, row.id, field.column))}
                >
                  Take it
                </Button>
              </div>
            )}
          </div>
        ))}
        <DialogProblem text={failure} />
        <div className={classes.presses}>
          <Button type="submit" h={44} loading={isBusy} disabled={row !== null && changes.length === 0}>
            {row ? 'Save' : 'Add'}
          </Button>
          <Button variant="default" h={44} onClick={() => close(onClose)}>
            Cancel
          </Button>
          {row && removes && (
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              h={44}
              disabled={isBusy}
              onClick={() => void remove()}
            >
              Remove
            </Button>
          )}
        </div>
      </Stack>
    </form>
  );
}

function RowInput({
  field,
  rows,
  value,
  problem,
  isFirst,
  onChange,
}: {
  field: Field;
  rows: RowsOfForm;
  value: string;
  problem: string | undefined;
  isFirst: boolean;
  onChange: (value: string) => void;
}) {
  const shared = { label: field.label, error: problem, description: field.about };
  if (field.kind === 'mailing')
    return (
      <NativeSelect
        {...shared}
        data={[
          { value: '', label: 'None' },
          ...rows.mailings.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  if (field.kind === 'area')
    return (
      <NativeSelect
        {...shared}
        data={(rows.areas ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  if (field.kind === 'color')
    return (
      <NativeSelect
        {...shared}
        data={colorOptions(value)}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  if (field.kind === 'yes')
    return (
      <Checkbox
        {...shared}
        checked={value === 'true'}
        onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
      />
    );
  if (field.kind === 'status')
    return (
      <NativeSelect
        {...shared}
        data={lineStatuses}
        value={value || 'Active'}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...shared}
      type={field.kind === 'phone' ? 'tel' : field.kind === 'day' ? 'date' : 'text'}
      inputMode={field.kind === 'count' ? 'numeric' : undefined}
      required={field.isRequired ?? false}
      autoComplete="off"
      maxLength={rowColumnLengths[field.column]}
      value={value}
      {...(isFirst ? { 'data-autofocus': true } : {})}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
