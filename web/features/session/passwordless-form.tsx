import { Button, Stack } from '@mantine/core';
import type { Verification } from './awaited-verification.ts';
import classes from './entrance.module.css';
import { FailureSpace } from './form-failure.tsx';
import { identifierProblem, normalizeIdentifier } from './identifier.ts';
import { IdentifierField } from './identifier-field.tsx';
import { useSendForm } from './use-send-form.ts';
import { sendVerification } from './verification.ts';

export function PasswordlessForm({
  identifier,
  onIdentifier,
  onSent,
}: {
  identifier: string;
  onIdentifier: (identifier: string) => void;
  onSent: (verification: Verification) => void;
}) {
  const { form, failure, onSubmit } = useSendForm({
    initialValues: { identifier },
    validate: (typed) => ({ identifier: identifierProblem(typed.identifier) }),
    onValuesChange: (typed) => onIdentifier(typed.identifier),
    send: async (typed) => onSent(await sendVerification(normalizeIdentifier(typed.identifier))),
  });
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Log in" className={classes.steady}>
      <Stack gap="xs">
        <IdentifierField label="Email or mobile number" form={form} />
        <Button type="submit" size="md" loading={form.submitting}>
          Send Me Verification Link
        </Button>
        <FailureSpace text={failure} />
      </Stack>
    </form>
  );
}
