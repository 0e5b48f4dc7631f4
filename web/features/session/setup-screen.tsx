import { Button, Checkbox, PasswordInput, Stack, Text } from '@mantine/core';
import { activate, verifyActivation } from '@mailcall/contract/identity.ts';
import type { Passkey } from '@mailcall/contract/passkeys.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { unmetPasswordRequirements } from '@mailcall/contract/rules/password.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { paths } from '../../paths.ts';
import { textOf, useAddress } from '../../platform/address.ts';
import { call, CallFailed, explanationOf, messageOf } from '../../platform/api.ts';
import { formatInstantDay } from '../../ui/dates.ts';
import { flash } from '../../ui/flash-queue.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { ConfirmSwitch } from './confirm-switch.tsx';
import { Entrance } from './entrance.tsx';
import { ExpiredLink, LinkOutcome } from './expired-link.tsx';
import { FormFailure } from './form-failure.tsx';
import { PasswordRequirementList } from './password-requirement-list.tsx';
import { awaitedStep } from './second-step.ts';
import { signIn } from './sign-in.ts';
import { sendFailure, useSendForm } from './use-send-form.ts';

export function SetupScreen() {
  const address = useAddress();
  const email = textOf(address['email']);
  const code = textOf(address['code']);
  const { history } = useRouter();
  if (!email || !code) {
    return (
      <Entrance>
        <LinkOutcome
          title={messages.pageExpired}
          text="Please try the activation link in your email again."
        />
      </Entrance>
    );
  }
  return (
    <ConfirmSwitch key={`${email} ${code}`} email={email} onStay={() => history.replace(paths.home)}>
      <Entrance>
        <CheckedLink email={email} code={code} />
      </Entrance>
    </ConfirmSwitch>
  );
}

type LinkState = 'checking' | { passkeys: Passkey[] } | { failed: string };

function CheckedLink({ email, code }: { email: string; code: string }) {
  const [link, setLink] = useState<LinkState>('checking');
  const navigate = useNavigate();
  useEffect(() => {
    const request = new AbortController();
    call(verifyActivation, { body: { email, code } }, { signal: request.signal }).then(
      ({ passkeys }) => setLink({ passkeys }),
      (error: unknown) => {
        if (request.signal.aborted) return;
        const message = messageOf(error);
        if (message.includes('activated')) {
          flash('error', message);
          void navigate({ to: paths.login, replace: true });
        } else setLink({ failed: message });
      },
    );
    return () => request.abort();
  }, [email, code, navigate]);
  if (link === 'checking') return <PageLoading />;
  if ('passkeys' in link) return <NewPasswordForm email={email} code={code} passkeys={link.passkeys} />;
  return link.failed.includes('expire') ? (
    <ExpiredLink text={link.failed} email={email} code={code} />
  ) : (
    <LinkOutcome title="This link cannot be used" text={link.failed} />
  );
}

function setupFailure(error: unknown): string {
  const isUnexplained = error instanceof CallFailed && error.message === messages.fatal;
  return isUnexplained ? messages.setupFailed : explanationOf(error, messages.setupFailed);
}

/** Asks which passkeys to keep, because an intruder may have added one. */
function KeptPasskeys({
  passkeys,
  kept,
  onChange,
}: {
  passkeys: readonly Passkey[];
  kept: string[];
  onChange: (ids: string[]) => void;
}) {
  return (
    <Checkbox.Group
      label="Passkeys to keep"
      description="We remove all others. Keep only those you know."
      size="md"
      value={kept}
      onChange={onChange}
    >
      <Stack gap="xs" mt="xs">
        {passkeys.map(({ id, name, createdAt }) => (
          <Checkbox key={id} value={id} size="md" label={`${name}, added ${formatInstantDay(createdAt)}`} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function NewPasswordForm({
  email,
  code,
  passkeys,
}: {
  email: string;
  code: string;
  passkeys: readonly Passkey[];
}) {
  const navigate = useNavigate();
  const [keepPasskeys, setKeepPasskeys] = useState<string[]>([]);
  const { form, failure, onSubmit } = useSendForm({
    initialValues: { password: '' },
    validate: ({ password }) => {
      const lacks = unmetPasswordRequirements(password).join(', ').toLowerCase();
      return lacks === '' ? {} : { [sendFailure]: `The password still needs: ${lacks}.` };
    },
    send: async ({ password }) => {
      await call(activate, { body: { email, code, password, keepPasskeys } });
      // the password is set; the login screen shows later failures
      try {
        await signIn(email, password);
        await navigate({ to: awaitedStep() ? paths.secondStep : paths.start, replace: true });
      } catch (error) {
        flash('error', messageOf(error, messages.loginFailed));
        await navigate({ to: paths.login, replace: true });
      }
    },
    textOf: setupFailure,
  });
  return (
    <form onSubmit={onSubmit} aria-label="Choose your password">
      <Stack gap="md">
        <div>
          <PageHeading title="Choose your password" mb={4} />
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            For {email}
          </Text>
        </div>
        <FormFailure text={failure} />
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label="Password"
          name="new-password"
          autoComplete="new-password"
          size="md"
          {...form.getInputProps('password')}
          aria-describedby="password-requirements"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
        />
        <PasswordRequirementList id="password-requirements" password={form.values.password} />
        {passkeys.length > 0 && (
          <KeptPasskeys passkeys={passkeys} kept={keepPasskeys} onChange={setKeepPasskeys} />
        )}
        <Button type="submit" size="md" loading={form.submitting} disabled={form.values.password === ''}>
          Set password
        </Button>
      </Stack>
    </form>
  );
}
