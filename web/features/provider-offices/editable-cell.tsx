import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import {
  type DeskOffice,
  type OfficeColumn,
  officeColumnLengths,
} from '@mailcall/contract/provider-offices.ts';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { explanationOf } from '../../platform/api.ts';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { refetchOffices, sendOffice } from './api.ts';
import { industriesId, labels, problemsOf, zoneOptions } from './office-texts.ts';
import classes from './provider-offices.module.css';

const columns = { name: 'name', industry: 'industry', address: 'address', timeZone: 'time_zone' } as const;
type Field = keyof typeof columns;

export function EditableCell({
  office,
  field,
  children,
}: {
  office: DeskOffice;
  field: Field;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const press = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) press.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) return <CellForm office={office} field={field} onClose={() => setOpen(false)} />;
  return (
    <div className={classes.cell}>
      <div className={classes.cellValue}>{children}</div>
      <ActionIcon
        ref={press}
        variant="subtle"
        color="gray"
        className={classes.pencil ?? ''}
        aria-label={`Edit ${labels[columns[field]].toLowerCase()} of ${office.name}`}
        onClick={() => setOpen(true)}
      >
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** What was typed stays until it is saved; a second save knows what another person saved before. */
function CellForm({ office, field, onClose }: { office: DeskOffice; field: Field; onClose: () => void }) {
  const column: OfficeColumn = columns[field];
  const now = office[field] ?? '';
  const [before, setBefore] = useState<string | null>(now);
  const [typed, setTyped] = useState(now);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const close = useUnsavedInput(!isBusy && typed !== now);
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (typed === now) return onClose();
    setBusy(true);
    try {
      await sendOffice(office.id, {
        values: { [column]: typed || null },
        before: { [column]: (before ?? now) || null },
      });
      await refetchOffices();
      onClose();
    } catch (error) {
      setProblem(problemsOf(error)?.[column] ?? explanationOf(error));
      await refetchOffices();
      setBefore(null);
      setBusy(false);
    }
  };
  const shared = {
    'aria-label': `${labels[column]} of ${office.name}`,
    autoFocus: true,
    value: typed,
    error: problem,
  };
  return (
    // Escape in a field closes it, as in a spreadsheet
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={classes.cellForm}
      noValidate
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close(onClose);
      }}
    >
      {field === 'timeZone' ? (
        <NativeSelect
          {...shared}
          data={zoneOptions(now)}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      ) : (
        <TextInput
          {...shared}
          maxLength={officeColumnLengths[columns[field]]}
          list={field === 'industry' ? industriesId : undefined}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {before !== null && <ChangedMeanwhile typed={{ value: typed, before }} now={now || null} />}
      <div className={classes.presses}>
        <Button type="submit" size="compact-sm" className={classes.finger ?? ''} loading={isBusy}>
          Save
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          className={classes.finger ?? ''}
          onClick={() => close(onClose)}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
