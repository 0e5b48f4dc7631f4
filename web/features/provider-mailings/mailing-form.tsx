import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import {
  mailingColumnLengths,
  type ProviderMailing,
  type ProviderMailingColumn,
  type ProviderMailingValues,
} from '@mailcall/contract/provider-mailings.ts';
import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { CallFailed, explanationOf } from '../../platform/api.ts';
import { queryClient } from '../../platform/query-client.ts';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { OfficeSelect, rowsQuery } from '../provider-offices/index.ts';
import {
  mailingQuery,
  optionsQuery,
  refetchMailings,
  type SavedMailing,
  sendFeedValues,
  sendMailing,
  sendNewMailing,
} from './api.ts';
import { problemText, stepDayText, stepText } from './mailing-texts.ts';
import classes from './provider-mailings.module.css';

interface Field {
  column: ProviderMailingColumn;
  label: string;
  kind: 'text' | 'number' | 'day' | 'campaignTypes' | 'mediaTypes' | 'zone';
  about?: string;
}

const groups: readonly { title: string; fields: readonly Field[] }[] = [
  {
    title: 'Order',
    fields: [
      { column: 'name', label: 'Order number', kind: 'text' },
      { column: 'label', label: 'Label', kind: 'text', about: 'Clients see it, unless they gave a name.' },
      { column: 'campaign_type', label: 'Type', kind: 'campaignTypes' },
      { column: 'media_type', label: 'Medium', kind: 'mediaTypes' },
      { column: 'quantity', label: 'Quantity', kind: 'number', about: 'Pieces' },
      { column: 'cost', label: 'Cost', kind: 'number', about: 'Postage and print, in US dollars' },
      { column: 'delivery_week', label: 'Delivery week', kind: 'day', about: 'Any day of it' },
      { column: 'zone_id', label: 'Zone', kind: 'zone', about: 'Where it goes' },
    ],
  },
  {
    title: 'Days that the client sees',
    fields: [
      { column: 'order_date', label: 'Ordered', kind: 'day' },
      { column: 'approval_date', label: 'Approved', kind: 'day' },
      { column: 'approved_by', label: 'Approved by', kind: 'text' },
      { column: 'print_date', label: 'Printed', kind: 'day' },
      { column: 'shipment_date', label: 'Shipped', kind: 'day' },
      { column: 'delivery_date', label: 'Delivered', kind: 'day' },
    ],
  },
  {
    title: 'Production of the design',
    fields: [
      { column: 'created_date', label: 'Begun', kind: 'day' },
      { column: 'media_started', label: 'Design started', kind: 'day' },
      { column: 'media_submitted', label: 'Design submitted', kind: 'day' },
      { column: 'pre_press_completed', label: 'Ready for review', kind: 'day' },
    ],
  },
];

const fieldOf = new Map(groups.flatMap(({ fields }) => fields).map((field) => [field.column, field]));
const isColumn = (name: string): name is ProviderMailingColumn => fieldOf.has(name as ProviderMailingColumn);

/** Fields side by side begin at the same height. */
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

interface Typed {
  value: string;
  /** The value that the person saw. */
  before: string | null;
}
type Draft = Partial<Record<ProviderMailingColumn, Typed>>;
type Problems = Partial<Record<ProviderMailingColumn | 'accountId', string>>;
type Values = Readonly<Record<string, string | null>>;

const newValues: Values = {};

const changesOf = (draft: Draft) =>
  Object.entries(draft).filter(([, typed]) => typed.value !== (typed.before ?? '')) as [
    ProviderMailingColumn,
    Typed,
  ][];

/** Problems of the answer by column; null if it names none. */
function problemsOf(error: unknown): Problems | null {
  const named = Object.entries((error instanceof CallFailed && error.problems) || {}).flatMap(
    ([name, reason]) => {
      const column = name.replace(/^values\./, '');
      return isColumn(column) ? [[column, problemText(fieldOf.get(column)?.label ?? column, reason)]] : [];
    },
  );
  return named.length === 0 ? null : (Object.fromEntries(named) as Problems);
}

/** Numbers as people write them: `5,000`, `$1,250.50`. */
const cellOf = (column: ProviderMailingColumn, value: string): string =>
  fieldOf.get(column)?.kind === 'number'
    ? value
        .trim()
        .replace(/^\$/, '')
        .replace(/,(?=\d{3})/g, '')
    : value;

function missingIn(draft: Draft, accountId: string | null): Problems {
  return {
    ...(accountId === null && { accountId: 'Choose an office.' }),
    ...((draft.name?.value ?? '').trim() === '' && { name: 'Order number must not be empty.' }),
    ...((draft.campaign_type?.value ?? '').trim() === '' && { campaign_type: 'Type must not be empty.' }),
  };
}

const trackedOf = (mailing: ProviderMailing | null, column: ProviderMailingColumn): string | null =>
  column === 'shipment_date'
    ? (mailing?.trackedDays.shipped ?? null)
    : column === 'delivery_date'
      ? (mailing?.trackedDays.delivered ?? null)
      : null;

interface ZoneChoice {
  value: string;
  label: string;
}

/** Of the mailing's office. */
function useZones(accountId: string | null, isReadOnly: boolean): readonly ZoneChoice[] {
  const { data } = useQuery({
    ...rowsQuery(accountId ?? '', 'zones'),
    enabled: accountId !== null && !isReadOnly,
  });
  return (data?.records ?? []).map(({ id, values }) => ({ value: id, label: values['name'] ?? id }));
}

function ValueInput({
  field,
  value,
  zones,
  problem,
  isReadOnly,
  about,
  onChange,
}: {
  field: Field;
  value: string;
  zones: readonly ZoneChoice[];
  problem: string | undefined;
  isReadOnly: boolean;
  about: ReactNode;
  onChange: (value: string) => void;
}) {
  const { data: options } = useQuery(optionsQuery());
  const { label, kind } = field;
  const shared = {
    label,
    error: problem,
    description: about,
    disabled: isReadOnly,
    inputWrapperOrder: order,
  };
  const choices = kind === 'campaignTypes' || kind === 'mediaTypes' ? (options?.[kind] ?? []) : [];
  if (kind === 'zone')
    return (
      <NativeSelect
        {...shared}
        data={[
          { value: '', label: 'None' },
          ...zones,
          ...(value === '' || zones.some((zone) => zone.value === value) ? [] : [value]),
        ]}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  if (choices.length > 0)
    return (
      <NativeSelect
        {...shared}
        data={[
          { value: '', label: '' },
          ...new Set([...choices, ...(value === '' || choices.includes(value) ? [] : [value])]),
        ]}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...shared}
      type={kind === 'day' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      maxLength={mailingColumnLengths[field.column]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** A new mailing without `saved`. What is typed stays until it is saved; other values follow the record. */
export function MailingForm({
  saved,
  isReadOnly,
  onSaved,
  onCancel,
}: {
  saved: SavedMailing | null;
  isReadOnly: boolean;
  onSaved: (saved: SavedMailing) => void;
  onCancel: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<Draft>({});
  const [accountId, setAccountId] = useState<string | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const known: Values = saved?.row.values ?? newValues;
  const zones = useZones(saved?.record.accountId ?? accountId, isReadOnly);
  const changes = changesOf(draft);
  const close = useUnsavedInput((changes.length > 0 || accountId !== null) && !isBusy);

  const type = (column: ProviderMailingColumn, value: string) => {
    setDraft((before) => ({
      ...before,
      [column]: { value, before: before[column]?.before ?? known[column] ?? null },
    }));
    setProblems((before) => ({ ...before, [column]: undefined }));
    setFailure(null);
  };
  const fail = (found: Problems) => {
    setProblems(found);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  /** The next save is made knowing what another person saved. */
  const noteOthers = async (id: string) => {
    const { row } = await queryClient.fetchQuery(mailingQuery(id));
    setDraft((before) =>
      Object.fromEntries(
        Object.entries(before).map(([name, typed]) => [name, { ...typed, before: row.values[name] ?? null }]),
      ),
    );
  };
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const missing: Problems = saved ? {} : missingIn(draft, accountId);
    if (Object.keys(missing).length > 0) return fail(missing);
    setBusy(true);
    setFailure(null);
    const values: ProviderMailingValues = Object.fromEntries(
      changes.map(([name, { value }]) => [name, cellOf(name, value) || null]),
    );
    try {
      const answer = saved
        ? await sendMailing(saved.record.id, {
            values,
            before: Object.fromEntries(changes.map(([name, { before }]) => [name, before])),
          })
        : await sendNewMailing({ accountId: accountId ?? '', values });
      setDraft({});
      setProblems({});
      toast('success', saved ? 'Saved' : `${answer.record.title} created`);
      onSaved(answer);
      void refetchMailings();
    } catch (error) {
      const found = problemsOf(error);
      if (!found) setFailure(explanationOf(error));
      else {
        fail(found);
        if (saved) await noteOthers(saved.record.id);
      }
    } finally {
      setBusy(false);
    }
  };

  return (
    <form ref={form} noValidate aria-label="Mailing" onSubmit={(event) => void send(event)}>
      <Stack gap="sm">
        {!saved && (
          <OfficeSelect
            takesFocus
            value={accountId}
            error={problems.accountId}
            onChange={(id) => {
              setAccountId(id);
              setProblems((before) => ({ ...before, accountId: undefined }));
            }}
          />
        )}
        {groups
          .filter(({ title }) => saved || title === 'Order')
          .map(({ title, fields }) => (
            <section key={title} aria-label={title}>
              <h3 className={classes.group}>{title}</h3>
              <div className={classes.fields}>
                {fields
                  // account managers alone read the zones of an office
                  .filter(({ kind }) => kind !== 'zone' || !isReadOnly)
                  .map((field) => (
                    <FieldOf
                      key={field.column}
                      field={field}
                      saved={saved}
                      typed={draft[field.column]}
                      zones={zones}
                      problem={problems[field.column]}
                      isReadOnly={isReadOnly}
                      onType={(value) => type(field.column, value)}
                      onTaken={(answer) => {
                        setDraft(({ [field.column]: _taken, ...others }) => others);
                        onSaved(answer);
                      }}
                    />
                  ))}
              </div>
            </section>
          ))}
        {failure !== null && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        {!isReadOnly && (
          <Group gap="xs">
            <Button type="submit" h={44} loading={isBusy} disabled={saved !== null && changes.length === 0}>
              {saved ? 'Save' : 'Create'}
            </Button>
            <Button variant="default" h={44} onClick={() => close(onCancel)}>
              {saved ? 'Close' : 'Cancel'}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function FieldOf({
  field,
  saved,
  typed,
  zones,
  problem,
  isReadOnly,
  onType,
  onTaken,
}: {
  field: Field;
  saved: SavedMailing | null;
  typed: Typed | undefined;
  zones: readonly ZoneChoice[];
  problem: string | undefined;
  isReadOnly: boolean;
  onType: (value: string) => void;
  onTaken: (saved: SavedMailing) => void;
}) {
  const { column, about } = field;
  const now = saved?.row.values[column] ?? null;
  const tracked = trackedOf(saved?.record ?? null, column);
  const isChangedMeanwhile = typed !== undefined && now !== typed.before && (now ?? '') !== typed.value;
  const notes = [
    about,
    tracked !== null && `Mail tracking: ${formatDay(tracked)}`,
    isChangedMeanwhile && `Changed meanwhile to ${now ?? 'nothing'}`,
  ].filter((note) => note !== undefined && note !== false);
  return (
    <div>
      <ValueInput
        field={field}
        value={typed?.value ?? now ?? ''}
        zones={zones}
        problem={problem}
        isReadOnly={isReadOnly}
        about={notes.length > 0 ? notes.join('. ') : undefined}
        onChange={onType}
      />
      {saved && column in saved.row.feedSays && (
        <FeedSays
          saved={saved}
          column={column}
          label={field.label}
          isReadOnly={isReadOnly}
          onTaken={onTaken}
        />
      )}
    </div>
  );
}

export function FeedSays({
  saved,
  column,
  label,
  isReadOnly,
  onTaken,
}: {
  saved: SavedMailing;
  column: ProviderMailingColumn | 'status';
  label: string;
  isReadOnly: boolean;
  onTaken: (saved: SavedMailing) => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const value = saved.row.feedSays[column] ?? null;
  const take = async () => {
    setBusy(true);
    try {
      onTaken(await sendFeedValues(saved.record.id, [column]));
      void refetchMailings();
    } catch (error) {
      toast('error', explanationOf(error));
      setBusy(false);
    }
  };
  return (
    <div className={classes.feedSays}>
      <span>Changed here, the feed says {value ?? 'nothing'}.</span>
      {!isReadOnly && (
        <Button
          variant="default"
          size="compact-xs"
          className={classes.finger ?? ''}
          loading={isBusy}
          aria-label={`Take it: the feed’s ${label.toLowerCase()}`}
          onClick={() => void take()}
        >
          Take it
        </Button>
      )}
    </div>
  );
}

export function MailingState({ saved, children }: { saved: SavedMailing; children: ReactNode }) {
  const { record } = saved;
  const day = stepDayText(record);
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text fw={600}>
          {stepText(record)}
          {day !== '' && (
            <Text span c="dimmed" size="sm">
              {' '}
              {day}
            </Text>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {record.accountName}
          {saved.row.isMadeHere && ' · made here'}
          {saved.row.feedIds.length > 0 && ` · in the feed ${saved.row.feedIds.join(', ')}`}
        </Text>
      </div>
      {children}
    </Group>
  );
}
