import { Anchor, Button, PasswordInput, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import classes from './entrance.module.css';
import { FailureSpace } from './form-failure.tsx';
import { identifierProblem, normalizeIdentifier } from './identifier.ts';
import { IdentifierField } from './identifier-field.tsx';
import { signIn } from './sign-in.ts';
import { useSendForm } from './use-send-form.ts';

export function PasswordForm({
  identifier,
  onIdentifier,
  verifying,
  onSignedIn,
}: {
  identifier: string;
  onIdentifier: (identifier: string) => void;
  verifying: boolean;
  onSignedIn: () => void;
}) {
  const { form, failure, onSubmit } = useSendForm({
    initialValues: { identifier, password: '' },
    validate: (typed) => ({
      identifier: identifierProblem(typed.identifier),
      password: typed.password === '' ? 'Password is required' : null,
    }),
    onValuesChange: (typed) => onIdentifier(typed.identifier),
    send: async (typed) => {
      await signIn(normalizeIdentifier(typed.identifier), typed.password);
      onSignedIn();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Log in" className={classes.steady}>
      <Stack gap="xs">
        <IdentifierField label="Email" form={form} />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          size="md"
          {...form.getInputProps('password')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
        />
        <Anchor component={Link} to={paths.resetPassword} size="sm" underline="always" c="inherit">
          Forgot your password?
        </Anchor>
        <Button type="submit" size="md" loading={form.submitting}>
          {verifying ? 'Verify' : 'Sign In'}
        </Button>
        <FailureSpace text={failure} />
      </Stack>
    </form>
  );
}
