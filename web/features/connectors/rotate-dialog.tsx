import { PasswordInput, TextInput } from '@mantine/core';
import { rotateSecret } from '@mailcall/contract/provider-connections.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, CallFailed, messageOf } from '../../platform/api.ts';
import { ConfirmActions, Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { refresh } from './api.ts';

interface RotateProps {
  name: string;
  purpose: 'webhook' | 'api';
  /** Such as `ACCESS_KEY:SECRET_KEY`. */
  form: string | undefined;
  onClose: () => void;
}

export function RotateDialog(props: RotateProps) {
  return (
    <Dialog
      title={props.purpose === 'api' ? 'Change the API key' : 'Change the signing secret'}
      onClose={props.onClose}
    >
      <RotateForm {...props} />
    </Dialog>
  );
}

function RotateForm({ name, purpose, form, onClose }: RotateProps) {
  const client = useQueryClient();
  const [secret, setSecret] = useState('');
  const [keepDays, setKeepDays] = useState('7');
  const [confirmation, setConfirmation] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const close = useUnsavedInput(secret !== '' && !isBusy);
  const save = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    setProblems({});
    try {
      await call(rotateSecret, {
        params: { name },
        body: { purpose, secret, keepDays: Number(keepDays), confirmation },
      });
      toast('success', 'Stored. It is not shown again.');
      onClose();
      void refresh(client);
    } catch (error) {
      const found = error instanceof CallFailed ? error.problems : null;
      setProblems(found ?? {});
      setFailure(found ? null : messageOf(error));
      setBusy(false);
    }
  };
  return (
    <>
      <PasswordInput
        label={purpose === 'api' ? 'New API key' : 'New signing secret'}
        description={form}
        value={secret}
        error={problems['secret']}
        maxLength={4000}
        autoComplete="new-password"
        data-autofocus
        onChange={({ currentTarget }) => setSecret(currentTarget.value)}
      />
      <TextInput
        type="number"
        label="Days for which the previous one stays valid"
        value={keepDays}
        error={problems['keepDays']}
        min={0}
        max={30}
        onChange={({ currentTarget }) => setKeepDays(currentTarget.value)}
      />
      <TextInput
        label={`Type ${name} to confirm`}
        value={confirmation}
        error={problems['confirmation']}
        maxLength={40}
        autoComplete="off"
        onChange={({ currentTarget }) => setConfirmation(currentTarget.value)}
      />
      <ConfirmActions
        label="Store"
        problem={failure}
        isBusy={isBusy}
        autoFocus={false}
        onConfirm={() => void save()}
        onCancel={() => close(onClose)}
      />
    </>
  );
}
