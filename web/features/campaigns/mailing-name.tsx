import { ActionIcon, TextInput } from '@mantine/core';
import { maxMailingNameLength, type Mailing } from '@mailcall/contract/mailings.ts';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { CallFailed } from '../../platform/api.ts';
import { useLimited } from '../session/index.ts';
import { useRenameMailing } from './api.ts';
import classes from './mailing-name.module.css';

/** What a mailing is called, and the order number beside a name of the office's own; a pencil renames it in place. */
export function MailingName({ mailing, level }: { mailing: Mailing; level: 2 | 3 | 4 }) {
  const [editing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const limited = useLimited();
  const Heading = `h${level}` as const;
  if (editing) {
    return (
      <NameField
        mailing={mailing}
        onDone={() => {
          setEditing(false);
          // the pencil is there again with the next rendering
          requestAnimationFrame(() => pencil.current?.focus());
        }}
      />
    );
  }
  return (
    <div className={classes.line}>
      <div className={classes.words}>
        <Heading className={classes.name}>{mailing.name}</Heading>
        {mailing.name === mailing.orderNumber ? null : (
          <span className={classes.order}>Order {mailing.orderNumber}</span>
        )}
      </div>
      {limited ? null : (
        <ActionIcon
          ref={pencil}
          className={classes.pencil}
          variant="subtle"
          color="gray"
          size={32}
          aria-label={`Rename ${mailing.name}`}
          title="Rename"
          onClick={() => setEditing(true)}
        >
          <IconPencil size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

const problemOf = (error: Error | null) =>
  error instanceof CallFailed ? (error.problems?.['name'] ?? error.message) : error?.message;

function NameField({ mailing, onDone }: { mailing: Mailing; onDone: () => void }) {
  const [name, setName] = useState(mailing.name);
  const rename = useRenameMailing(mailing.id);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (rename.isPending) return;
    if (name.trim() === mailing.name) return onDone();
    rename.mutate(name.trim(), { onSuccess: onDone });
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    onDone();
  };
  return (
    <form className={classes.form} onSubmit={save} noValidate>
      <TextInput
        aria-label={`Name of ${mailing.orderNumber}`}
        // a press on the pencil asked for it
        ref={(input) => {
          if (input && !input.dataset['met']) {
            input.dataset['met'] = 'yes';
            input.select();
          }
        }}
        placeholder={mailing.orderNumber}
        maxLength={maxMailingNameLength}
        autoComplete="off"
        value={name}
        onKeyDown={leave}
        // Escape leaves the name only, not the drawer around it
        data-mantine-stop-propagation
        error={problemOf(rename.error)}
        onChange={(event) => setName(event.currentTarget.value)}
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
