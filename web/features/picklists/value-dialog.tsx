import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { DeskPicklist, PicklistValue } from '@mailcall/contract/provider-picklists.ts';
import { type SyntheticEvent, useState } from 'react';
import { CallFailed, explanationOf } from '../../platform/api.ts';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile.tsx';
import { Dialog, DialogProblem } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { sendValue } from './api.ts';
import classes from './picklists.module.css';
import { groupTexts, hasGroup, type Wanted, valueBody } from './picklist-texts.ts';

interface Opened {
  list: DeskPicklist;
  /** Null for a new value. */
  row: PicklistValue | null;
  onClose: () => void;
}

export function ValueDialog(opened: Opened) {
  return (
    <Dialog title={opened.row ? `Change ${opened.row.label}` : 'Add a value'} onClose={opened.onClose}>
      <ValueForm {...opened} />
    </Dialog>
  );
}

type Column = 'value' | 'label' | 'group' | 'isRetired';

/** What is typed stays until it is saved; a second save knows what another person saved before. */
function ValueForm({ list, row, onClose }: Opened) {
  const [before, setBefore] = useState(row);
  const [typed, setTyped] = useState({
    value: row?.value ?? '',
    label: row?.label ?? '',
    group: row?.group ?? null,
  });
  const [problems, setProblems] = useState<Partial<Record<Column, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isChanged =
    typed.value !== (before?.value ?? '') ||
    typed.label !== (before?.label ?? '') ||
    typed.group !== (before?.group ?? null);
  const close = useUnsavedInput(isChanged && !isBusy);
  const type = (part: Partial<typeof typed>) => {
    setTyped((last) => ({ ...last, ...part }));
    setProblems({});
    setFailure(null);
  };
  const send = async (wanted: Wanted, done: string) => {
    if (isBusy) return;
    setBusy(true);
    setProblems({});
    setFailure(null);
    try {
      await sendValue(valueBody(list, before, wanted));
      toast('success', done);
      onClose();
    } catch (error) {
      const named = (error instanceof CallFailed && error.problems) || {};
      setProblems(named);
      if (!named['value'] && !named['label'] && !named['group'])
        setFailure(named['isRetired'] ?? explanationOf(error));
      setBusy(false);
      setBefore(null);
    }
  };
  // after a refused save, the next one knows what is stored
  if (before === null && row !== null && !isBusy) setBefore(row);
  const wanted = (isRetired: boolean): Wanted => ({
    value: typed.value.trim(),
    label: typed.label.trim() || typed.value.trim(),
    group: typed.group,
    isRetired,
  });
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (typed.value.trim() === '') return setProblems({ value: 'Value must not be empty.' });
    void send(wanted(row?.isRetired ?? false), 'Saved');
  };
  const { label: feedLabel, group: feedGroup } = row?.feedSays ?? {};
  return (
    <form noValidate aria-label="Value" onSubmit={save}>
      <Stack gap="sm">
        <TextInput
          label="Value in the data"
          description={row ? undefined : 'Exactly as calls or mailings have it'}
          required={row === null}
          readOnly={row !== null}
          autoComplete="off"
          maxLength={500}
          value={typed.value}
          error={problems.value}
          onChange={({ currentTarget }) => type({ value: currentTarget.value })}
        />
        <div>
          <TextInput
            label="Shown as"
            data-autofocus={row !== null || undefined}
            autoComplete="off"
            maxLength={500}
            placeholder={typed.value}
            value={typed.label}
            error={problems.label}
            onChange={({ currentTarget }) => type({ label: currentTarget.value })}
          />
          {row && before && (
            <ChangedMeanwhile typed={{ value: typed.label, before: before.label }} now={row.label} />
          )}
          {feedLabel !== undefined && (
            <Said text={feedLabel} name="name" onTake={() => type({ label: feedLabel })} />
          )}
        </div>
        {hasGroup(list) && (
          <div>
            <NativeSelect
              label="Group"
              value={typed.group ?? 'none'}
              error={problems.group}
              data={Object.entries(groupTexts).map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget: { value } }) =>
                type({ group: value === 'none' ? null : (value as PicklistValue['group']) })
              }
            />
            {feedGroup !== undefined && (
              <Said
                text={groupTexts[feedGroup ?? 'none']}
                name="group"
                onTake={() => type({ group: feedGroup })}
              />
            )}
          </div>
        )}
        {row && !row.isRetired && (
          <Text size="sm" c="dimmed">
            A retired value is no choice any more. Calls and mailings keep it.
          </Text>
        )}
        <DialogProblem text={failure} />
        <div className={classes.presses}>
          <Button type="submit" h={44} loading={isBusy} disabled={row !== null && !isChanged}>
            {row ? 'Save' : 'Add'}
          </Button>
          <Button variant="default" h={44} onClick={() => close(onClose)}>
            Cancel
          </Button>
          {row && (
            <Button
              variant="default"
              h={44}
              disabled={isBusy || isChanged}
              onClick={() => void send(wanted(!row.isRetired), row.isRetired ? 'It is back.' : 'Retired')}
            >
              {row.isRetired ? 'Bring back' : 'Retire'}
            </Button>
          )}
        </div>
      </Stack>
    </form>
  );
}

function Said({ text, name, onTake }: { text: string; name: string; onTake: () => void }) {
  return (
    <div className={classes.presses}>
      <Text size="sm" c="dimmed">
        Changed here, the feed says {text}.
      </Text>
      <Button
        variant="default"
        size="compact-xs"
        className={classes.finger ?? ''}
        aria-label={`Take it: the feed’s ${name}`}
        onClick={onTake}
      >
        Take it
      </Button>
    </div>
  );
}
