import { Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import type { listPasskeys, Passkey } from '@mailcall/contract/passkeys.ts';
import type { ProofKind } from '@mailcall/contract/proof.ts';
import { maxPasskeyName, maxPasskeys, passkeyMessages } from '@mailcall/contract/rules/passkeys.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Answer } from '../../ui/answer.tsx';
import { formatInstantDay } from '../../ui/dates.ts';
import { submitOnce } from '../../ui/submit-once.ts';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { passkeys as loadPasskeys } from '../session/index.ts';
import { failureText } from './api.ts';
import { deletePasskey, passkeysQuery, reloadPasskeys } from './passkeys-api.ts';
import { isProofProblem, ProofField } from './proof-field.tsx';
import classes from './sessions.module.css';
import settings from './settings.module.css';

export function PasskeysSection() {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const query = useQuery(passkeysQuery);
  const focusTitle = () => title.current?.focus({ preventScroll: true });
  return (
    <section className={`${settings.card} ${classes.section}`} aria-labelledby={id}>
      <div>
        <Title order={2} size="h4" id={id} ref={title} tabIndex={-1} className={settings.title}>
          Passkeys
        </Title>
        <Text size="sm" c="dimmed">
          Log in with fingerprint, face or device code. Your other sign-in methods still work. Passkeys that
          you add here work at {location.hostname} only.
        </Text>
      </div>
      <Answer query={query} skeleton={<Skeleton height={36} width={150} />}>
        {(data) => <PasskeyList {...data} onChanged={focusTitle} />}
      </Answer>
    </section>
  );
}

function PasskeyList({
  passkeys,
  needs,
  onChanged,
}: RouteReply<typeof listPasskeys> & { onChanged: () => void }) {
  const [adding, setAdding] = useState(false);
  const close = () => {
    setAdding(false);
    onChanged();
  };
  return (
    <>
      {passkeys.length > 0 && (
        <ul className={classes.list}>
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onRemoved={onChanged} />
          ))}
        </ul>
      )}
      {adding ? (
        <AddPasskey name={`Passkey ${passkeys.length + 1}`} needs={needs} onClose={close} />
      ) : (
        <Button
          variant="default"
          size="md"
          w="fit-content"
          leftSection={<IconKey size={18} stroke={1.75} aria-hidden />}
          disabled={passkeys.length >= maxPasskeys}
          onClick={() => setAdding(true)}
        >
          Add a passkey
        </Button>
      )}
      {passkeys.length >= maxPasskeys && (
        <Text size="sm" c="dimmed">
          {passkeyMessages.tooManyPasskeys}
        </Text>
      )}
    </>
  );
}

function PasskeyItem({ passkey, onRemoved }: { passkey: Passkey; onRemoved: () => void }) {
  const id = useId();
  const [running, setRunning] = useState(false);
  const { name, site, backedUp, createdAt, lastUsedAt } = passkey;
  const remove = async () => {
    setRunning(true);
    try {
      await deletePasskey(passkey.id);
      toast('success', passkeyMessages.passkeyRemoved);
      onRemoved();
    } catch (error) {
      toast('error', failureText(error));
      setRunning(false);
    }
  };
  const confirm = () =>
    modals.openConfirmModal({
      title: 'Remove passkey',
      children: <Text>No one can log in with “{name}” anymore. Delete it on your device, too.</Text>,
      labels: { confirm: 'Remove', cancel: 'Cancel' },
      closeButtonProps: { 'aria-label': 'Close' },
      centered: true,
      confirmProps: { 'data-autofocus': true },
      onConfirm: () => void remove(),
    });
  return (
    <li className={classes.item}>
      <div>
        <Text fw={600} id={id} className={classes.device}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          Added {formatInstantDay(createdAt)}
          {lastUsedAt === null ? ', never used' : `, last used ${formatInstantDay(lastUsedAt)}`}
          {backedUp ? ', on all your devices' : ''}
          {site === null || site === location.hostname ? '' : `, for ${site}`}
        </Text>
      </div>
      <Button
        variant="default"
        size="compact-md"
        className={settings.finger ?? ''}
        aria-describedby={id}
        loading={running}
        onClick={confirm}
      >
        Remove
      </Button>
    </li>
  );
}

function AddPasskey({ name, needs, onClose }: { name: string; needs: ProofKind; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  // the pressed button is gone
  useEffect(() => input.current?.select(), []);
  const form = useForm({
    initialValues: { name, proof: '' },
    validate: (typed) => ({
      name: typed.name.trim() === '' ? passkeyMessages.passkeyNameRequired : null,
    }),
  });
  const leave = useUnsavedInput(form.isDirty() && !form.submitting);
  const add = async (typed: { name: string; proof: string }) => {
    try {
      const { createPasskey } = await loadPasskeys();
      if (!(await createPasskey(typed.name.trim(), { [needs]: typed.proof }))) return;
      toast('success', passkeyMessages.passkeyAdded);
      await reloadPasskeys();
      onClose();
    } catch (error) {
      const text = failureText(error);
      if (isProofProblem(text)) form.setFieldError('proof', text);
      else toast('error', text);
      // a password may have been set while the form was open
      void reloadPasskeys();
    }
  };
  return (
    <form
      className={settings.password}
      onSubmit={submitOnce(form, add)}
      noValidate
      aria-label="Add a passkey"
    >
      <Stack gap="sm" maw="28rem">
        <TextInput
          label="Name"
          description="A name that you will recognize, such as “My phone”"
          size="md"
          maxLength={maxPasskeyName}
          ref={input}
          {...form.getInputProps('name')}
        />
        <ProofField needs={needs} {...form.getInputProps('proof')} />
        <Group gap="sm">
          <Button type="submit" size="md" loading={form.submitting}>
            Continue
          </Button>
          <Button variant="default" size="md" disabled={form.submitting} onClick={() => leave(onClose)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
