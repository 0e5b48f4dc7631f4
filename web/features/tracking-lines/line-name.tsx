import { ActionIcon, Loader, Text, TextInput, UnstyledButton } from '@mantine/core';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { maxFriendlyNameLength, type TrackingLine } from '@mailcall/contract/tracking-lines.ts';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { rowMark } from '../../ui/page-keys.ts';
import { useIsReadOnly } from '../accounts/index.ts';
import { useRename } from './api.ts';
import classes from './tracking-lines.module.css';

/** The pressed button leaves the focus where it is: the field must not take that for leaving it. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/**
 * The name of a line, and the field that it becomes when it is pressed: Enter or leaving the field saves, Escape leaves
 * the name as it was. What could not be saved stays in the field.
 */
export function LineName({
  line,
  facts,
  onRenamed,
}: {
  line: TrackingLine;
  /** What else is said of the line, below its name. */
  facts: readonly string[];
  onRenamed: (line: TrackingLine) => void;
}) {
  const readOnly = useIsReadOnly(line.accountId);
  const [typed, setTyped] = useState<string | null>(null);
  const name = useRef<HTMLButtonElement>(null);
  const returnFocus = useRef(false);
  // the field is gone by now: whoever was typing goes on with the keyboard from the name
  useEffect(() => {
    if (typed === null && returnFocus.current) name.current?.focus();
    returnFocus.current = false;
  }, [typed]);

  return (
    <div className={classes.naming}>
      {readOnly ? (
        <span className={classes.nameText}>{line.friendlyName}</span>
      ) : typed === null ? (
        <UnstyledButton
          ref={name}
          {...rowMark(line.id)}
          className={classes.name}
          aria-label={`Rename ${line.friendlyName}`}
          onClick={() => setTyped(line.friendlyName)}
        >
          <span className={classes.nameText}>{line.friendlyName}</span>
          <IconPencil size={15} aria-hidden className={classes.pencil} />
        </UnstyledButton>
      ) : (
        <NameField
          line={line}
          typed={typed}
          onType={setTyped}
          onDone={({ renamed, byKey }) => {
            returnFocus.current = byKey;
            setTyped(null);
            if (renamed) onRenamed(renamed);
          }}
        />
      )}
      {facts.length > 0 ? (
        <Text size="xs" c="dimmed" className={classes.facts}>
          {facts.join(' · ')}
        </Text>
      ) : null}
    </div>
  );
}

/** Puts the focus into the field and marks the old name, so that typing replaces it. */
function useFocusOnce(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [field]);
}

function NameField({
  line,
  typed,
  onType,
  onDone,
}: {
  line: TrackingLine;
  typed: string;
  onType: (text: string) => void;
  /** The field is not needed any more; with the line when it has another name. */
  onDone: (end: { renamed: TrackingLine | null; byKey: boolean }) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useFocusOnce(field);
  const rename = useRename(line);
  const number = formatPhone(line.number);

  const save = (byKey: boolean) => {
    if (rename.isPending) return;
    const friendlyName = typed.trim();
    if (friendlyName === line.friendlyName) {
      onDone({ renamed: null, byKey });
      return;
    }
    rename.mutate(friendlyName, {
      onSuccess: ({ record }) =>
        onDone({ renamed: record, byKey: byKey && document.activeElement === field.current }),
    });
  };

  return (
    <div className={classes.edit}>
      <TextInput
        ref={field}
        size="xs"
        aria-label={`Name of ${number}`}
        placeholder={line.campaignName ?? number}
        value={typed}
        maxLength={maxFriendlyNameLength}
        autoComplete="off"
        readOnly={rename.isPending}
        error={rename.isError ? rename.error.message : null}
        errorProps={{ role: 'alert' }}
        rightSection={rename.isPending ? <Loader size={14} aria-label="Saving" /> : null}
        className={classes.field ?? ''}
        classNames={{ input: classes.input ?? '' }}
        onChange={(event) => onType(event.currentTarget.value)}
        onBlur={() => save(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save(true);
          if (event.key === 'Escape' && !rename.isPending) {
            event.stopPropagation();
            onDone({ renamed: null, byKey: true });
          }
        }}
      />
      <ActionIcon
        tabIndex={-1}
        variant="subtle"
        aria-label="Save the name"
        className={classes.action ?? ''}
        onMouseDown={keepFocus}
        onClick={() => save(true)}
      >
        <IconCheck size={17} aria-hidden />
      </ActionIcon>
      <ActionIcon
        tabIndex={-1}
        variant="subtle"
        color="gray"
        aria-label="Leave the name as it was"
        className={classes.action ?? ''}
        onMouseDown={keepFocus}
        onClick={() => !rename.isPending && onDone({ renamed: null, byKey: true })}
      >
        <IconX size={17} aria-hidden />
      </ActionIcon>
    </div>
  );
}
