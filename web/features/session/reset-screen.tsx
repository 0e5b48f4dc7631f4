import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { requestPasswordReset } from '@mailcall/contract/identity.ts';
import { isEmail } from '@mailcall/contract/rules/email.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Entrance } from './entrance.tsx';
import { FormFailure } from './form-failure.tsx';
import { failure as failureOf } from './sign-in.ts';

/** /resetPassword: asks for a link to choose a new password. */
export function ResetScreen() {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    setFailure(null);
    setSent(false);
    if (!isEmail(address)) return setProblem(messages.invalidEmail);
    setBusy(true);
    try {
      await call(requestPasswordReset, { body: { email: address } });
      setSent(true);
    } catch (error) {
      setFailure(failureOf(error, messages.resetFailed, [429]).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Entrance>
      <form onSubmit={submit} noValidate aria-label="Forgot password">
        <Stack gap="md">
          <div>
            <PageHeading title="Forgot your password?" mb={4} />
            <Text c="dimmed">Enter your email, and we send you a link to choose a new one.</Text>
          </div>
          <FormFailure text={failure} />
          {sent && (
            <Alert color="green" variant="light" role="status" icon={<IconCheck aria-hidden />}>
              {messages.resetSent}
            </Alert>
          )}
          <TextInput
            label="Email"
            type="email"
            name="username"
            autoComplete="username"
            size="md"
            value={email}
            error={problem}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              setProblem(null);
            }}
          />
          <Button type="submit" size="md" loading={busy} disabled={email.trim() === ''}>
            Reset Password
          </Button>
          <Anchor component={Link} to={paths.login} underline="always" c="inherit" size="sm">
            Back to login
          </Anchor>
        </Stack>
      </form>
    </Entrance>
  );
}
