import { ActionIcon, Loader, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWindowEvent } from '@mantine/hooks';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { maxFriendlyNameLength, type TrackingLine } from '@mailcall/contract/tracking-lines.ts';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { rowAttributes } from '../../ui/page-keys.ts';
import { toast } from '../../ui/toast.tsx';
import { useIsReadOnly } from '../accounts/index.ts';
import { useRename } from './api.ts';
import classes from './tracking-lines.module.css';

/** Keeps the focus in the field during a press of its buttons, so that it does not save on blur. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** A name that becomes a field on press: Enter or leaving saves, Escape restores. An unsaved name stays. */
export function LineName({
  line,
  facts,
  onRenamed,
}: {
  line: TrackingLine;
  facts: readonly string[];
  onRenamed: (line: TrackingLine) => void;
}) {
  const readOnly = useIsReadOnly(line.accountId);
  const [editing, setEditing] = useState(false);
  const name = useRef<HTMLButtonElement>(null);
  const returnFocus = useRef(false);
  // the field is gone, so keyboard users continue at the name
  useEffect(() => {
    if (!editing && returnFocus.current) name.current?.focus();
    returnFocus.current = false;
  }, [editing]);

  return (
    <div className={classes.naming}>
      {readOnly ? (
        <span className={classes.nameText}>{line.friendlyName}</span>
      ) : editing ? (
        <NameField
          line={line}
          onDone={({ renamed, byKey }) => {
            returnFocus.current = byKey;
            setEditing(false);
            if (renamed) onRenamed(renamed);
          }}
        />
      ) : (
        <UnstyledButton
          ref={name}
          {...rowAttributes(line.id)}
          className={classes.name}
          aria-label={`Rename ${line.friendlyName}`}
          onClick={() => setEditing(true)}
        >
          <span className={classes.nameText}>{line.friendlyName}</span>
          <IconPencil size={15} aria-hidden className={classes.pencil} />
        </UnstyledButton>
      )}
      {facts.length > 0 ? (
        <Text size="xs" c="dimmed" className={classes.facts}>
          {facts.join(' · ')}
        </Text>
      ) : null}
    </div>
  );
}

function useFocusOnce(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [field]);
}

interface NameEdited {
  renamed: TrackingLine | null;
  byKey: boolean;
}

function useNameForm(
  line: TrackingLine,
  field: RefObject<HTMLInputElement | null>,
  onDone: (edited: NameEdited) => void,
) {
  const rename = useRename(line);
  const form = useForm({ initialValues: { name: line.friendlyName } });
  const save = (byKey: boolean) => {
    if (rename.isPending) return;
    const friendlyName = form.getValues().name.trim();
    if (friendlyName === line.friendlyName) {
      onDone({ renamed: null, byKey });
      return;
    }
    rename.mutateAsync(friendlyName).then(
      ({ record }) => onDone({ renamed: record, byKey: byKey && document.activeElement === field.current }),
      // without its field, nothing else would say so
      (error: Error) => field.current ?? toast('error', error.message),
    );
  };
  // Back leaves the field without a blur
  const router = useRouter();
  useEffect(() => router.subscribe('onBeforeNavigate', ({ hrefChanged }) => hrefChanged && save(false)));
  useWindowEvent('beforeunload', (event) => {
    if (form.isDirty()) event.preventDefault();
  });
  const cancel = () => {
    if (!rename.isPending) onDone({ renamed: null, byKey: true });
  };
  return { form, saving: rename.isPending, failure: rename.error?.message, save, cancel };
}

function NameField({ line, onDone }: { line: TrackingLine; onDone: (edited: NameEdited) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useFocusOnce(field);
  const { form, saving, failure, save, cancel } = useNameForm(line, field, onDone);
  const number = formatPhone(line.number);
  return (
    <form className={classes.edit} onSubmit={form.onSubmit(() => save(true))} noValidate>
      <TextInput
        ref={field}
        size="xs"
        aria-label={`Name of ${number}`}
        placeholder={line.campaignName ?? number}
        maxLength={maxFriendlyNameLength}
        autoComplete="off"
        readOnly={saving}
        {...form.getInputProps('name')}
        error={failure}
        errorProps={{ role: 'alert' }}
        rightSection={saving ? <Loader size={14} aria-label="Saving" /> : null}
        className={classes.field ?? ''}
        classNames={{ input: classes.input ?? '' }}
        onBlur={() => save(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || saving) return;
          event.stopPropagation();
          cancel();
        }}
      />
      <ActionIcon
        type="submit"
        tabIndex={-1}
        variant="subtle"
        aria-label="Save the name"
        className={classes.action ?? ''}
        onMouseDown={keepFocus}
      >
        <IconCheck size={17} aria-hidden />
      </ActionIcon>
      <ActionIcon
        tabIndex={-1}
        variant="subtle"
        color="gray"
        aria-label="Keep the old name"
        className={classes.action ?? ''}
        onMouseDown={keepFocus}
        onClick={cancel}
      >
        <IconX size={17} aria-hidden />
      </ActionIcon>
    </form>
  );
}
