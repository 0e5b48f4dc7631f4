import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import type { EditedRow } from '@mailcall/contract/edited-rows.ts';
import { limitedRole } from '@mailcall/contract/identity.ts';
import type { OfficeChoice } from '@mailcall/contract/provider-offices.ts';
import { type PersonColumn, savePerson, takeFeedOfPerson } from '@mailcall/contract/provider-people.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { call, CallFailed, messageOf } from '../../platform/api.ts';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { OfficePicker } from '../provider-offices/index.ts';
import { readPeopleAgain } from './api.ts';
import classes from './team.module.css';

const columns: readonly { column: PersonColumn; title: string }[] = [
  { column: 'name', title: 'Name' },
  { column: 'email', title: 'Email' },
  { column: 'phone', title: 'Phone' },
  { column: 'roles', title: 'Access' },
  { column: 'account_ids', title: 'Offices' },
  { column: 'primary_account_ids', title: 'Primary contact' },
];

const items = (cell: string | null | undefined): string[] => (cell ? cell.split(';') : []);
const cellOf = (ids: readonly string[]) => ids.toSorted().join(';');

interface Typed {
  name: string;
  email: string;
  phone: string;
  limited: boolean;
  offices: readonly OfficeChoice[];
  primary: readonly OfficeChoice[];
}

function typedOf({ values }: EditedRow, offices: readonly OfficeChoice[]): Typed {
  const among = (ids: string[]) =>
    ids.map((id) => offices.find((office) => office.id === id) ?? { id, name: id });
  return {
    name: values['name'] ?? '',
    email: values['email'] ?? '',
    phone: formatPhone(values['phone'] ?? ''),
    limited: items(values['roles']).includes(limitedRole),
    offices: among(items(values['account_ids'])),
    primary: among(items(values['primary_account_ids'])),
  };
}

/** Only what was typed, so that others' changes of other fields stay. */
function changesOf(typed: Typed, seen: Typed, { values }: EditedRow): Record<string, string | null> {
  const roles = items(values['roles']).filter((role) => role !== limitedRole);
  const ids = (list: readonly OfficeChoice[]) => cellOf(list.map(({ id }) => id));
  const wanted: Record<PersonColumn, string> = {
    name: typed.name.trim(),
    email: typed.email.trim(),
    phone: typed.phone.trim(),
    roles: cellOf(typed.limited ? [...roles, limitedRole] : roles),
    account_ids: ids(typed.offices),
    primary_account_ids: ids(
      typed.primary.filter(({ id }) => typed.offices.some((office) => office.id === id)),
    ),
  };
  const before: Record<PersonColumn, boolean> = {
    name: typed.name !== seen.name,
    email: typed.email !== seen.email,
    phone: typed.phone !== seen.phone,
    roles: typed.limited !== seen.limited,
    account_ids: ids(typed.offices) !== ids(seen.offices),
    primary_account_ids: wanted.primary_account_ids !== ids(seen.primary),
  };
  return Object.fromEntries(
    columns.filter(({ column }) => before[column]).map(({ column }) => [column, wanted[column] || null]),
  );
}

export function PersonForm({
  id,
  row: loaded,
  offices,
}: {
  id: string;
  row: EditedRow;
  offices: readonly OfficeChoice[];
}) {
  const client = useQueryClient();
  // what the person began with: a change of others shows as a conflict at its field, and nothing typed is lost
  const [base, setBase] = useState({ row: loaded, seen: typedOf(loaded, offices) });
  const [typed, setTyped] = useState(base.seen);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const changes = changesOf(typed, base.seen, base.row);
  const isChanged = Object.keys(changes).length > 0;
  const isNewer = JSON.stringify(loaded.values) !== JSON.stringify(base.row.values);
  const begin = () => {
    const seen = typedOf(loaded, offices);
    setBase({ row: loaded, seen });
    setTyped(seen);
    setProblems({});
    setFailure(null);
  };
  const keepTyped = () => {
    const seen = typedOf(loaded, offices);
    const own = (Object.keys(typed) as (keyof Typed)[]).filter(
      (key) => JSON.stringify(typed[key]) !== JSON.stringify(base.seen[key]),
    );
    setTyped({ ...seen, ...Object.fromEntries(own.map((key) => [key, typed[key]])) });
    setBase({ row: loaded, seen });
    setProblems({});
    setFailure(null);
  };
  if (isNewer && !isChanged && !isBusy) begin();
  useUnsavedInput(isChanged && !isBusy, ['person']);
  const change = (part: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...part }));
    setFailure(null);
    setProblems({});
  };
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblems({});
    setFailure(null);
    try {
      await work();
      await readPeopleAgain(client);
      toast('success', 'Saved.');
    } catch (error) {
      setProblems((error instanceof CallFailed && error.problems) || {});
      setFailure(messageOf(error));
      void readPeopleAgain(client);
    }
    setBusy(false);
  };
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy || !isChanged) return;
    const before = Object.fromEntries(
      Object.keys(changes).map((column) => [column, base.row.values[column] ?? null]),
    );
    void run(async () => {
      await call(savePerson, { params: { id }, body: { values: changes, before } });
      // the next answer is the new beginning
      setBase(({ row }) => ({ row, seen: typed }));
    });
  };
  const said = columns.filter(({ column }) => column in loaded.feedSays);
  const nameOf = (officeId: string) => offices.find((office) => office.id === officeId)?.name ?? officeId;
  const textOf = (column: PersonColumn) => {
    const cell = loaded.feedSays[column];
    if (!cell) return 'nothing';
    return column.endsWith('account_ids') ? items(cell).map(nameOf).join(', ') : cell;
  };
  return (
    <form onSubmit={save} noValidate aria-label="Person">
      <Stack gap="sm">
        <TextInput
          label="Name"
          maxLength={500}
          required
          value={typed.name}
          error={problems['name']}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <TextInput
          label="Email"
          type="email"
          maxLength={254}
          required
          value={typed.email}
          error={problems['email']}
          onChange={({ currentTarget }) => change({ email: currentTarget.value })}
        />
        <TextInput
          label="Phone"
          type="tel"
          maxLength={40}
          value={typed.phone}
          error={problems['phone']}
          onChange={({ currentTarget }) => change({ phone: currentTarget.value })}
        />
        <OfficePicker
          label="Offices"
          chosen={typed.offices}
          error={problems['account_ids']}
          onChange={(chosen) => change({ offices: chosen })}
        />
        {typed.offices.length > 0 && (
          <Checkbox.Group
            label="Primary contact of"
            value={typed.primary.map((office) => office.id)}
            error={problems['primary_account_ids']}
            onChange={(ids) => change({ primary: typed.offices.filter((office) => ids.includes(office.id)) })}
          >
            <Stack gap={4} mt={4}>
              {typed.offices.map((office) => (
                <Checkbox key={office.id} value={office.id} label={office.name} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <Checkbox
          label="Limited access: figures without callers"
          checked={typed.limited}
          error={problems['roles']}
          onChange={({ currentTarget }) => change({ limited: currentTarget.checked })}
        />
        {said.map(({ column, title }) => (
          <Group key={column} gap="xs" wrap="wrap">
            <Text size="sm" c="dimmed" className={classes.text ?? ''}>
              {title}: changed here, the feed says {textOf(column)}.
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Use the feed’s value: ${title}`}
              disabled={isBusy || isChanged}
              onClick={() => void run(() => call(takeFeedOfPerson, { params: { id }, body: { column } }))}
            >
              Use the feed’s
            </Button>
          </Group>
        ))}
        {isNewer && isChanged && !isBusy && (
          <Alert color="yellow" variant="light" role="status">
            <Stack gap="xs" align="flex-start">
              <Text size="sm">Somebody changed this person meanwhile.</Text>
              <Group gap="xs">
                <Button size="compact-sm" variant="default" onClick={keepTyped}>
                  Keep what I typed
                </Button>
                <Button size="compact-sm" variant="default" onClick={begin}>
                  Show their values
                </Button>
              </Group>
            </Stack>
          </Alert>
        )}
        {failure !== null && (
          <Alert color="red" variant="light" role="alert">
            {problems[''] ?? failure}
          </Alert>
        )}
        <Group gap="sm">
          <Button type="submit" className={classes.finger ?? ''} loading={isBusy} disabled={!isChanged}>
            Save
          </Button>
          {isChanged && (
            <Button variant="default" className={classes.finger ?? ''} onClick={begin}>
              Discard
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
