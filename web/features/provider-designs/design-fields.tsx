import type { EditedValues } from '@mailcall/contract/edited-rows.ts';
import type { DeskDesignDetails, DeskOfficeChoices } from '@mailcall/contract/provider-designs.ts';
import { mailingChoice } from '@mailcall/contract/rules/mailing.ts';
import { Alert, Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { SeveralSelect } from '../../ui/several-select.tsx';
import { toast } from '../../ui/toast.tsx';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { refetchDesigns, saveDesign } from './api.ts';
import classes from './designs.module.css';
import { otherProblem, problemsOf } from './new-design.tsx';

const columns = ['name', 'media_type', 'campaign_ids', 'sales_contact_id'] as const;

const listOf = (cell: string | null | undefined) => (cell ? cell.split(';') : []);

/** The design's own values. A value that another person changed meanwhile is refused at its field. */
export function DesignFields({
  details: { design, values: stored, feedSays, mailings },
  choices,
}: {
  details: DeskDesignDetails;
  choices: DeskOfficeChoices;
}) {
  const [edited, setEdited] = useState<EditedValues>({});
  const [before, setBefore] = useState<EditedValues>({});
  const shown = (column: string) => (column in edited ? edited[column] : stored[column]) ?? null;
  const edit = (column: string, value: string | null) => {
    if (!(column in before)) setBefore({ ...before, [column]: stored[column] ?? null });
    setEdited({ ...edited, [column]: value });
  };
  const saving = useMutation({
    mutationFn: (change: { values: EditedValues; before: EditedValues }) => saveDesign(design.id, change),
    onSuccess: () => {
      setEdited({});
      setBefore({});
      toast('success', 'Saved.');
    },
    // the next try is made with the value that the refusal named
    onError: () => {
      setBefore({});
      void refetchDesigns();
    },
  });
  const isDirty = Object.keys(edited).length > 0;
  useUnsavedInput(isDirty && !saving.isPending);
  const problems = problemsOf(saving.error);
  const other = otherProblem(saving.error, columns);
  const names = new Map(
    [
      ...choices.mailings,
      ...mailings.map((mailing) => ({ id: mailing.id, name: mailingChoice(mailing) })),
    ].map(({ id, name }) => [id, name]),
  );
  const textOf = (column: string, value: string) => {
    if (column === 'sales_contact_id')
      return choices.salesContacts.find(({ id }) => id === value)?.name ?? value;
    return column === 'campaign_ids'
      ? listOf(value)
          .map((id) => names.get(id) ?? id)
          .join(', ')
      : value;
  };
  const othersText = (column: string) => (
    <>
      {column in edited && column in before && (
        <ChangedMeanwhile
          typed={{ value: edited[column] ?? '', before: before[column] ?? null }}
          now={stored[column] ?? null}
          format={(value) => textOf(column, value)}
        />
      )}
      {feedText(column)}
    </>
  );
  const feedText = (column: string) => {
    if (!(column in feedSays)) return null;
    const said = feedSays[column];
    return (
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          Changed here, the feed says: {said || 'nothing'}
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Take it: the feed’s ${column.replaceAll('_', ' ')}`}
          onClick={() =>
            saving.mutate({
              values: { [column]: said ?? null },
              before: { [column]: stored[column] ?? null },
            })
          }
        >
          Take it
        </Button>
      </Group>
    );
  };
  return (
    <form
      className={classes.part}
      aria-labelledby="values"
      onSubmit={(event) => {
        event.preventDefault();
        const seen = Object.fromEntries(
          Object.keys(edited).map((column) => [column, (column in before ? before : stored)[column] ?? null]),
        );
        if (isDirty && !saving.isPending) saving.mutate({ values: edited, before: seen });
      }}
    >
      <h2 id="values">Design</h2>
      <TextInput
        label="Name"
        value={shown('name') ?? ''}
        maxLength={500}
        onChange={(event) => edit('name', event.currentTarget.value)}
        error={problems['name'] && `Name ${problems['name']}`}
      />
      {othersText('name')}
      <TextInput
        label="Kind"
        value={shown('media_type') ?? ''}
        maxLength={200}
        onChange={(event) => edit('media_type', event.currentTarget.value)}
        error={problems['media_type'] && `Kind ${problems['media_type']}`}
      />
      {othersText('media_type')}
      <SeveralSelect
        label="Mailings"
        nothingFoundMessage="No mailing found"
        data={[...names].map(([value, label]) => ({ value, label }))}
        value={listOf(shown('campaign_ids')).filter((id) => names.has(id))}
        onChange={(ids) => edit('campaign_ids', ids.join(';'))}
        error={problems['campaign_ids'] && `This ${problems['campaign_ids']}`}
      />
      {othersText('campaign_ids')}
      <Select
        label="Sales contact"
        nothingFoundMessage="No sales contact found"
        data={choices.salesContacts.map(({ id, name }) => ({ value: id, label: name }))}
        value={shown('sales_contact_id')}
        onChange={(id) => edit('sales_contact_id', id)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear sales contact' }}
        error={problems['sales_contact_id'] && `This ${problems['sales_contact_id']}`}
      />
      {othersText('sales_contact_id')}
      {other !== null && (
        <Alert color="red" variant="light" role="alert">
          {other}
        </Alert>
      )}
      <Group>
        <Button type="submit" variant="default" disabled={!isDirty} loading={saving.isPending}>
          Save design
        </Button>
        <Button
          variant="subtle"
          color="gray"
          onClick={() =>
            saving.mutate({
              values: { archived: design.archived ? 'false' : 'true' },
              before: { archived: stored['archived'] ?? null },
            })
          }
        >
          {design.archived ? 'Restore' : 'Archive'}
        </Button>
      </Group>
    </form>
  );
}
