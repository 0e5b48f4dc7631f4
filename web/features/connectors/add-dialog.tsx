import { NativeSelect, PasswordInput, Switch, TextInput } from '@mantine/core';
import { addDeskConnection, type ConnectionKindInfo } from '@mailcall/contract/provider-connections.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, CallFailed, messageOf } from '../../platform/api.ts';
import { ConfirmActions, Dialog } from '../../ui/dialog.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { refresh } from './api.ts';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function AddDialog({
  opened,
  ...props
}: {
  opened: boolean;
  kinds: readonly ConnectionKindInfo[];
  onClose: () => void;
  onAdded: (name: string) => void;
}) {
  return (
    <Dialog opened={opened} title="Add a connection" onClose={props.onClose}>
      {opened && <AddForm {...props} />}
    </Dialog>
  );
}

function AddForm({
  kinds,
  onClose,
  onAdded,
}: {
  kinds: readonly ConnectionKindInfo[];
  onClose: () => void;
  onAdded: (name: string) => void;
}) {
  const client = useQueryClient();
  const [kindName, setKind] = useState<string>(kinds[0]?.kind ?? '');
  const [isForAgency, setForAgency] = useState(true);
  const [values, setValues] = useState({
    name: '',
    account: '',
    webhookSecret: '',
    apiKey: '',
    callbacksFrom: '',
  });
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const close = useUnsavedInput(Object.values(values).some((value) => value !== '') && !isBusy);
  const kind = kinds.find((one) => one.kind === kindName);
  if (!kind) return null;
  const isAgency = isForAgency && kind.agency !== null;
  const needsAccount = isAgency ? kind.agency?.needsAccount === true : kind.account !== null;
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: problems[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      const { value } = currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
  });
  const add = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    setProblems({});
    const filled = (name: keyof typeof values) =>
      values[name].trim() === '' ? {} : { [name]: values[name].trim() };
    try {
      const { name } = await call(addDeskConnection, {
        body: {
          name: values.name.trim(),
          kind: kind.kind,
          isAgency,
          ...(needsAccount && filled('account')),
          ...(!isAgency && filled('webhookSecret')),
          ...filled('apiKey'),
          ...filled('callbacksFrom'),
        },
      });
      await refresh(client);
      onClose();
      onAdded(name);
    } catch (error) {
      const found = error instanceof CallFailed ? error.problems : null;
      setProblems(found ?? {});
      setFailure(found ? null : messageOf(error));
      setBusy(false);
    }
  };
  const apiForm = kind.secretForms.api;
  return (
    <>
      <NativeSelect
        label="Service"
        data={kinds.map(({ kind: value, title }) => ({ value, label: title }))}
        value={kindName}
        data-autofocus
        onChange={({ currentTarget }) => setKind(currentTarget.value)}
      />
      {kind.agency && (
        <Switch
          label={`For all ${kind.agency.noun === 'company' ? 'companies' : 'accounts'} of an agency`}
          checked={isForAgency}
          onChange={({ currentTarget }) => setForAgency(currentTarget.checked)}
        />
      )}
      <TextInput
        {...field('name')}
        label="Name"
        description={`Small letters, digits and hyphens, such as ${kind.kind}-main. It stays.`}
        maxLength={40}
        autoComplete="off"
      />
      {needsAccount && (
        <TextInput
          {...field('account')}
          label="Account"
          description={capital(kind.account ?? '')}
          maxLength={100}
          autoComplete="off"
        />
      )}
      {!isAgency && (
        <PasswordInput
          {...field('webhookSecret')}
          label="Signing secret"
          description={`${capital(kind.webhookSecret)}. It can be entered later.`}
          maxLength={4000}
          autoComplete="new-password"
        />
      )}
      <PasswordInput
        {...field('apiKey')}
        label="API key"
        description={apiForm ?? 'It reads calls or pieces. It is stored and never shown.'}
        maxLength={4000}
        autoComplete="new-password"
      />
      <TextInput
        {...field('callbacksFrom')}
        type="date"
        label="Callbacks from"
        description="Earlier calls do not wait for a callback. Empty: all can."
      />
      <ConfirmActions
        label="Add"
        problem={failure}
        isBusy={isBusy}
        autoFocus={false}
        onConfirm={() => void add()}
        onCancel={() => close(onClose)}
      />
    </>
  );
}
