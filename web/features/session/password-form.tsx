import { Anchor, Button, PasswordInput, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { paths } from '../../paths.ts';
import { FormFailure, failureText } from './form-failure.tsx';
import { identifierProblem, normaliseIdentifier } from './identifier.ts';
import { IdentifierField } from './identifier-field.tsx';
import { signIn } from './sign-in.ts';

/** Sign-in by e-mail or phone and password. A failure keeps the person on the form. */
export function PasswordForm({
  identifier,
  onIdentifier,
  verifying,
  onSignedIn,
}: {
  identifier: string;
  onIdentifier: (identifier: string) => void;
  /** A limited session proves who the person is. */
  verifying: boolean;
  onSignedIn: () => void;
}) {
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<{ identifier: string | null; password: string | null }>({
    identifier: null,
    password: null,
  });
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = {
      identifier: identifierProblem(identifier),
      password: password === '' ? 'Password is required' : null,
    };
    setProblems(found);
    setFailure(null);
    if (found.identifier !== null || found.password !== null) return;
    setBusy(true);
    try {
      await signIn(normaliseIdentifier(identifier), password);
      onSignedIn();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} noValidate aria-label="Log in">
      <Stack gap="md">
        <FormFailure text={failure} />
        <IdentifierField
          label="Email"
          value={identifier}
          problem={problems.identifier}
          onChange={(value) => {
            onIdentifier(value);
            setProblems({ ...problems, identifier: null });
          }}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          size="md"
          value={password}
          error={problems.password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setProblems({ ...problems, password: null });
          }}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
        />
        <Anchor component={Link} to={paths.resetPassword} size="sm" underline="always" c="inherit">
          Forgot your password?
        </Anchor>
        <Button type="submit" size="md" loading={busy}>
          {verifying ? 'Verify' : 'Sign In'}
        </Button>
      </Stack>
    </form>
  );
}
