import { Button, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Verification } from './awaited-verification.ts';
import { FormFailure, failureText } from './form-failure.tsx';
import { identifierProblem, normaliseIdentifier } from './identifier.ts';
import { IdentifierField } from './identifier-field.tsx';
import { sendVerification } from './verification.ts';

/** Sign-in without a password: a link or code is sent to the e-mail address or phone. */
export function PasswordlessForm({
  identifier,
  onIdentifier,
  onSent,
}: {
  identifier: string;
  onIdentifier: (identifier: string) => void;
  onSent: (verification: Verification) => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = identifierProblem(identifier);
    setProblem(found);
    setFailure(null);
    if (found !== null) return;
    setBusy(true);
    try {
      onSent(await sendVerification(normaliseIdentifier(identifier)));
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
          label="Email or mobile number"
          value={identifier}
          problem={problem}
          onChange={(value) => {
            onIdentifier(value);
            setProblem(null);
          }}
        />
        <Button type="submit" size="md" loading={busy} mt="xs">
          Send Me Verification Link
        </Button>
      </Stack>
    </form>
  );
}
