import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { activate, verifyActivation } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { maxPasswordLength, passwordLacks } from '@mailcall/contract/rules/password.ts';
import { IconAlertCircle } from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { paths } from '../../paths.ts';
import { textOf, useAddress } from '../../platform/address.ts';
import { CallFailed, call } from '../../platform/api.ts';
import { flash } from '../../ui/flash-queue.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { AskToSwitch } from './ask-to-switch.tsx';
import { Entrance } from './entrance.tsx';
import { ExpiredLink, LinkOutcome } from './expired-link.tsx';
import { PasswordRequirementList } from './password-requirement-list.tsx';
import { signIn } from './sign-in.ts';

/** /setup: chooses the password with a link from an e-mail. */
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
    <AskToSwitch key={`${email} ${code}`} email={email} onStay={() => history.replace(paths.home)}>
      <Entrance>
        <CheckedLink email={email} code={code} />
      </Entrance>
    </AskToSwitch>
  );
}

type LinkState = 'checking' | 'valid' | { failed: string };

function CheckedLink({ email, code }: { email: string; code: string }) {
  const [link, setLink] = useState<LinkState>('checking');
  const navigate = useNavigate();
  useEffect(() => {
    const asked = new AbortController();
    call(verifyActivation, { body: { email, code } }, { signal: asked.signal }).then(
      () => setLink('valid'),
      (error: unknown) => {
        if (asked.signal.aborted) return;
        const message = error instanceof Error ? error.message : messages.fatal;
        if (message.includes('activated')) {
          flash('error', message);
          void navigate({ to: paths.login, replace: true });
        } else setLink({ failed: message });
      },
    );
    return () => asked.abort();
  }, [email, code, navigate]);
  if (link === 'checking') return <PageLoading />;
  if (link === 'valid') return <PasswordChoice email={email} code={code} />;
  return link.failed.includes('expire') ? (
    <ExpiredLink text={link.failed} email={email} code={code} />
  ) : (
    <LinkOutcome title="This link cannot be used" text={link.failed} />
  );
}

/** The server's own words about a password that could not be set, as far as it has any. */
function setupFailure(error: unknown): string {
  if (!(error instanceof CallFailed) || error.message === messages.fatal) return messages.setupFailed;
  return error.problems ? Object.values(error.problems).join(' ') : error.message;
}

function PasswordChoice({ email, code }: { email: string; code: string }) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const navigate = useNavigate();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const lacks = passwordLacks(password);
    if (lacks.length > 0) return setFailure(`The password still needs: ${lacks.join(', ').toLowerCase()}.`);
    setBusy(true);
    setFailure(null);
    try {
      await call(activate, { body: { email, code, password } });
    } catch (error) {
      setFailure(setupFailure(error));
      return setBusy(false);
    }
    // the password is set, so a failure from here on is the login screen's to answer
    try {
      await signIn(email, password);
      await navigate({ to: paths.home, replace: true });
    } catch (error) {
      flash('error', error instanceof Error ? error.message : messages.loginFailed);
      await navigate({ to: paths.login, replace: true });
    }
  };
  return (
    <form onSubmit={submit} aria-label="Choose your password">
      <Stack gap="md">
        <div>
          <PageHeading title="Choose your password" mb={4} />
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            For {email}
          </Text>
        </div>
        {failure && (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {failure}
          </Alert>
        )}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label="Password"
          name="new-password"
          autoComplete="new-password"
          size="md"
          value={password}
          maxLength={maxPasswordLength}
          onChange={(event) => setPassword(event.currentTarget.value)}
          aria-describedby="password-requirements"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
        />
        <PasswordRequirementList id="password-requirements" password={password} />
        <Button type="submit" size="md" loading={busy} disabled={password === ''}>
          Set Password
        </Button>
      </Stack>
    </form>
  );
}
