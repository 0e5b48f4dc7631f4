import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { readSignInCode } from '@mailcall/contract/rules/sign-in-code.ts';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { paths } from '../../paths.ts';
import { flash } from '../../ui/flash-queue.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { pendingVerification, type Verification } from './awaited-verification.ts';
import { Entrance } from './entrance.tsx';
import { FormFailure, failureText } from './form-failure.tsx';
import { useArrival } from './return-path.ts';
import { signInByCode } from './sign-in.ts';
import { sendVerification } from './verification.ts';

/** /verify: the code that was sent is entered, when the link in the mail is not followed. */
export function VerifyScreen() {
  const [verification] = useState(pendingVerification);
  return <Entrance>{verification && <CodeForm verification={verification} />}</Entrance>;
}

function CodeForm({ verification: { connection, identifier } }: { verification: Verification }) {
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<'submitting' | 'sending' | null>(null);
  const arrive = useArrival();
  const title = connection === 'email' ? messages.magicLinkSent : messages.smsCodeSent;
  const act = async (doing: 'submitting' | 'sending', work: () => Promise<void>) => {
    setBusy(doing);
    setFailure(null);
    await work().catch((error: unknown) => setFailure(failureText(error)));
    setBusy(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void act('submitting', async () => {
      await signInByCode(connection, identifier, readSignInCode(code));
      arrive();
    });
  };
  const resend = () =>
    act('sending', async () => {
      await sendVerification(identifier);
      setCode('');
      flash('success', messages.codeResent);
    });
  return (
    <form onSubmit={submit} noValidate aria-label="Verification code">
      <Stack gap="md">
        <div>
          <PageHeading title={title} mb={4} />
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {connection === 'email'
              ? `Sent to ${identifier}. Or enter the code from the email here.`
              : `Sent to ${formatPhone(identifier)}.`}
          </Text>
        </div>
        <FormFailure text={failure} />
        <TextInput
          label="Verification code"
          name="code"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          size="md"
        />
        <Button type="submit" size="md" loading={busy === 'submitting'} disabled={code.trim() === ''}>
          Submit Code
        </Button>
        <Group justify="space-between">
          <Anchor component={Link} to={paths.login} underline="always" c="inherit" size="sm">
            Back
          </Anchor>
          <Button variant="default" loading={busy === 'sending'} onClick={() => void resend()}>
            Resend Email/Code
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
