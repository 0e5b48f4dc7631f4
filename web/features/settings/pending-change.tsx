import { Button, Group, Text, TextInput } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { confirmSettings, failureText, saveUserSettings } from './api.ts';
import { focusNextFrame } from '../../platform/focus-next-frame.ts';
import classes from './settings.module.css';
import type { ContactField } from './use-contact-form.ts';
import { settingsParameters } from './use-settings-address.ts';

/** A detail saved just now whose code comes next. Each save makes a new object. */
export interface CodeRequest {
  field: ContactField;
}

type PendingAction = 'confirm' | 'resend' | 'withdraw';

function usePendingChange({
  field,
  stored,
  requested,
  onDone,
  focusCode,
}: {
  field: ContactField;
  stored: string;
  requested: string;
  onDone: () => void;
  focusCode: () => void;
}) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [running, setRunning] = useState<PendingAction | null>(null);
  useUnsavedInput(code.trim() !== '' && running === null, settingsParameters);
  const run = async (action: PendingAction, send: () => Promise<void>) => {
    if (running !== null) return;
    setRunning(action);
    setProblem(null);
    try {
      await send();
    } catch (error) {
      setProblem(failureText(error));
      focusCode();
    } finally {
      setRunning(null);
    }
  };
  return {
    code,
    problem,
    running,
    type: (text: string) => {
      setCode(text);
      setProblem(null);
    },
    confirm: () =>
      run('confirm', async () => {
        await confirmSettings(code, field === 'email' ? 'email' : 'phone');
        toast('success', messages.settingsSaved);
        onDone();
      }),
    resend: () =>
      run('resend', async () => {
        await saveUserSettings({ [field]: requested });
        setCode('');
        toast('success', messages.codeResent);
        focusCode();
      }),
    withdraw: () =>
      run('withdraw', async () => {
        await saveUserSettings({ [field]: stored });
        onDone();
      }),
  };
}

export function PendingChange({
  field,
  stored,
  requested,
  displayed,
  request,
  onDone,
}: {
  field: ContactField;
  stored: string;
  requested: string;
  displayed: string;
  /** Takes the focus if it was requested just now; otherwise null. */
  request: CodeRequest | null;
  onDone: () => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const pending = usePendingChange({
    field,
    stored,
    requested,
    onDone,
    focusCode: () => focusNextFrame(() => input.current),
  });
  useEffect(() => {
    if (request) input.current?.focus();
  }, [request]);
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending.code.trim() !== '') void pending.confirm();
  };
  return (
    <form className={classes.pending} onSubmit={onSubmit} noValidate aria-labelledby={id}>
      <Text size="sm" fw={600} id={id} className={classes.waiting}>
        {messages.waitingForCode(displayed)}
      </Text>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <TextInput
          ref={input}
          label="Verification code"
          value={pending.code}
          onChange={(event) => pending.type(event.currentTarget.value)}
          error={pending.problem}
          errorProps={{ role: 'alert' }}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={100}
          size="md"
          className={classes.code}
        />
        <Button
          type="submit"
          size="md"
          mt={26}
          aria-describedby={id}
          disabled={pending.code.trim() === ''}
          loading={pending.running === 'confirm'}
        >
          Confirm
        </Button>
      </Group>
      <Group gap="sm">
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.finger ?? ''}
          aria-describedby={id}
          loading={pending.running === 'resend'}
          onClick={() => void pending.resend()}
        >
          Send again
        </Button>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={classes.finger ?? ''}
          aria-describedby={id}
          loading={pending.running === 'withdraw'}
          onClick={() => void pending.withdraw()}
        >
          Cancel the change
        </Button>
      </Group>
    </form>
  );
}
