import { ActionIcon, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { maxMailingNameLength, type Mailing } from '@mailcall/contract/mailings.ts';
import { mailingTitle } from '@mailcall/contract/rules/mailing.ts';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { CallFailed } from '../../platform/api.ts';
import { focusNextFrame } from '../../platform/focus-next-frame.ts';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { scopeNames } from '../scope/index.ts';
import { useLimited } from '../session/index.ts';
import { useIsReadOnly } from '../accounts/index.ts';
import { useRenameMailing } from './api.ts';
import { listNames } from './list-address.ts';
import classes from './mailing-name.module.css';

export function MailingName({
  mailing,
  level,
}: {
  mailing: Mailing;
  /** Of the heading; null where a drawer already has the title as its own. */
  level: 2 | 3 | 4 | null;
}) {
  const [editing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const limited = useLimited();
  const readOnly = useIsReadOnly(mailing.accountId);
  const Heading = level && (`h${level}` as const);
  const title = mailingTitle(mailing);
  if (editing) {
    return (
      <NameField
        mailing={mailing}
        onDone={() => {
          setEditing(false);
          // after the pencil is rendered again
          focusNextFrame(() => pencil.current);
        }}
      />
    );
  }
  return (
    <div className={classes.line}>
      <div className={classes.heading}>
        {Heading && <Heading className={classes.name}>{title}</Heading>}
        {title === mailing.orderNumber ? null : (
          <span className={classes.order}>Order {mailing.orderNumber}</span>
        )}
      </div>
      {limited || readOnly ? null : (
        <button
          type="button"
          ref={pencil}
          className={classes.pencil}
          aria-label={`Rename ${title}`}
          title="Rename"
          onClick={() => setEditing(true)}
        >
          <IconPencil size={16} stroke={1.75} aria-hidden />
        </button>
      )}
    </div>
  );
}

/** URL parameters whose change shows other cards. */
const parameters = [...listNames, ...scopeNames];

const problemOf = (error: Error | null) =>
  error instanceof CallFailed ? (error.problems?.['name'] ?? error.message) : error?.message;

function NameField({ mailing, onDone }: { mailing: Mailing; onDone: () => void }) {
  const rename = useRenameMailing(mailing.id);
  const title = mailingTitle(mailing);
  const form = useForm({ initialValues: { name: title } });
  useUnsavedInput(form.isDirty() && !rename.isPending, parameters);
  const save = form.onSubmit((typed) => {
    const name = typed.name.trim();
    if (rename.isPending) return;
    if (name === title || name === mailing.name) onDone();
    else rename.mutate(name, { onSuccess: onDone });
  });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone();
  };
  return (
    <form className={classes.form} onSubmit={save} noValidate>
      <TextInput
        aria-label={`Name of ${mailing.orderNumber}`}
        ref={field}
        placeholder={mailing.label || mailing.orderNumber}
        maxLength={maxMailingNameLength}
        autoComplete="off"
        {...form.getInputProps('name')}
        onKeyDown={cancelOnEscape}
        // Escape closes only the field, not the drawer around it
        data-mantine-stop-propagation
        error={problemOf(rename.error)}
        className={classes.field}
      />
      <ActionIcon type="submit" size={36} aria-label="Save the name" loading={rename.isPending}>
        <IconCheck size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon size={36} variant="default" aria-label="Keep the old name" onClick={onDone}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </form>
  );
}
