import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { requestPasswordReset } from '@mailcall/contract/identity.ts';
import { isEmail } from '@mailcall/contract/rules/email.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Entrance } from './entrance.tsx';
import { FormFailure } from './form-failure.tsx';
import { failure as failureOf } from './sign-in.ts';
import { useSendForm } from './use-send-form.ts';

export function ResetScreen() {
  const [sent, setSent] = useState(false);
  const { form, failure, onSubmit } = useSendForm({
    initialValues: { email: '' },
    validate: ({ email }) => (isEmail(email.trim()) ? {} : { email: messages.invalidEmail }),
    send: async ({ email }) => {
      await call(requestPasswordReset, { body: { email: email.trim() } });
      setSent(true);
    },
    textOf: (error) => failureOf(error, messages.resetFailed, [429]).message,
  });
  return (
    <Entrance>
      <form
        noValidate
        aria-label="Forgot password"
        onSubmit={(event) => {
          setSent(false);
          onSubmit(event);
        }}
      >
        <Stack gap="md">
          <div>
            <PageHeading title="Forgot your password?" mb={4} />
            <Text c="dimmed">We send you a link to choose a new one.</Text>
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
            {...form.getInputProps('email')}
          />
          <Button
            type="submit"
            size="md"
            loading={form.submitting}
            disabled={form.values.email.trim() === ''}
          >
            Reset password
          </Button>
          <Anchor component={Link} to={paths.login} underline="always" c="inherit" size="sm">
            Back to login
          </Anchor>
        </Stack>
      </form>
    </Entrance>
  );
}
