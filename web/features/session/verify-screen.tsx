import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { needsNewCode, readSignInCode } from '@mailcall/contract/rules/sign-in-code.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { messageOf } from '../../platform/api.ts';
import { paths } from '../../paths.ts';
import { flash, withdrawFlashes } from '../../ui/flash-queue.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { pendingVerification, type Verification } from './awaited-verification.ts';
import { Entrance } from './entrance.tsx';
import { FailureSpace } from './form-failure.tsx';
import { useArrival } from './return-path.ts';
import { signInByCode } from './sign-in.ts';
import { useSendForm } from './use-send-form.ts';
import { sendVerification } from './verification.ts';

/** /verify: accepts the sent code, for users who do not follow the mailed link. */
export function VerifyScreen() {
  const [verification] = useState(pendingVerification);
  return <Entrance>{verification && <CodeForm verification={verification} />}</Entrance>;
}

/** Withdraws messages that are true only until a code is typed or another one is sent. */
const forgetSent = () => withdrawFlashes(messages.codeSent, messages.codeResent);

function CodeForm({ verification: { connection, identifier } }: { verification: Verification }) {
  const [sending, setSending] = useState(false);
  const arrive = useArrival();
  const title = connection === 'email' ? messages.magicLinkSent : messages.smsCodeSent;
  const { form, failure, setFailure, onSubmit } = useSendForm({
    initialValues: { code: '' },
    send: async ({ code }) => {
      forgetSent();
      await signInByCode(connection, identifier, readSignInCode(code));
      arrive();
    },
  });
  useEffect(() => forgetSent, []);
  const isOver = needsNewCode(failure);
  const resend = async () => {
    setSending(true);
    forgetSent();
    form.clearErrors();
    try {
      await sendVerification(identifier);
      form.reset();
      flash('success', messages.codeResent);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Verification code">
      <Stack gap="md">
        <div>
          <PageHeading title={title} mb={4} />
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {connection === 'email'
              ? `Sent to ${identifier}. Or enter the code from the email here.`
              : `Sent to ${formatPhone(identifier)}.`}
          </Text>
        </div>
        <TextInput
          label="Verification code"
          name="code"
          {...form.getInputProps('code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          size="md"
        />
        <Button
          type="submit"
          size="md"
          loading={form.submitting}
          disabled={isOver || form.values.code.trim() === ''}
        >
          Submit Code
        </Button>
        <FailureSpace text={failure} />
        <Group justify="space-between">
          <Anchor component={Link} to={paths.login} underline="always" c="inherit" size="sm">
            Back
          </Anchor>
          <Button variant={isOver ? 'filled' : 'default'} loading={sending} onClick={() => void resend()}>
            Resend Email/Code
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
