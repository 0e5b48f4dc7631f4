import { Anchor, Button, Checkbox, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { requestChallenge } from '@mailcall/contract/second-factor.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { needsNewCode } from '@mailcall/contract/rules/sign-in-code.ts';
import type { SecondFactor } from '@mailcall/contract/rules/second-factors.ts';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { call, messageOf } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import { flash } from '../../ui/flash-queue.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SupportAddress } from '../../ui/support-address.tsx';
import { Entrance } from './entrance.tsx';
import { FailureSpace } from './form-failure.tsx';
import { hasPasskeys } from './has-passkeys.ts';
import { useArrival } from './return-path.ts';
import { type AwaitedStep, awaitedStep, withSentCode } from './second-step.ts';
import { isExpiredStep, makeSecondStep } from './sign-in.ts';
import { useSendForm } from './use-send-form.ts';

const offers: Readonly<Record<SecondFactor, string>> = {
  passkey: 'a passkey',
  email: 'a code by email',
  sms: 'a code by text message',
  password: 'your password',
  'recovery-code': 'a recovery code',
};

const labels: Readonly<Record<Exclude<SecondFactor, 'passkey' | 'password'>, string>> = {
  email: 'Code from the email',
  sms: 'Code from the text message',
  'recovery-code': 'Recovery code',
};

export function SecondStepScreen() {
  const [step, setStep] = useState(awaitedStep);
  return <Entrance>{step && <SecondStep step={step} setStep={setStep} />}</Entrance>;
}

interface StepProps {
  step: AwaitedStep;
  setStep: (step: AwaitedStep) => void;
}

function SecondStep({ step, setStep }: StepProps) {
  // recovery codes may be printed while the step waits
  const factors = [...new Set<SecondFactor>([...step.factors, 'recovery-code'])].filter(
    (factor) => factor !== 'passkey' || hasPasskeys(),
  );
  const [factor, setFactor] = useState<SecondFactor>(step.sent.at(-1) ?? factors[0] ?? 'recovery-code');
  const [chosen, setChosen] = useState<boolean | null>(null);
  // a recovery code is often used at another person's computer
  const remembers = chosen ?? factor !== 'recovery-code';
  return (
    <Stack gap="md">
      <div>
        <PageHeading title="One more step" mb={4} />
        <Text c="dimmed">Confirm that it is you with {offers[factor]}.</Text>
      </div>
      <StepForm key={factor} step={step} setStep={setStep} factor={factor} remembers={remembers}>
        <Checkbox
          label="Remember this browser for 30 days"
          checked={remembers}
          onChange={(event) => setChosen(event.currentTarget.checked)}
        />
      </StepForm>
      {factors
        .filter((each) => each !== factor)
        .map((each) => (
          <Anchor
            key={each}
            component="button"
            type="button"
            size="sm"
            underline="always"
            c="inherit"
            ta="left"
            onClick={() => setFactor(each)}
          >
            Use {offers[each]}
          </Anchor>
        ))}
      <Text size="sm" c="dimmed">
        None of these works? Ask <SupportAddress address={config().provider.supportAddress} /> for a recovery
        code.
      </Text>
      <Anchor component={Link} to={paths.login} underline="always" c="inherit" size="sm">
        Back to login
      </Anchor>
    </Stack>
  );
}

/** Runs a part of the second step; an expired first step leads back to the login. */
function useUnexpired() {
  const { history } = useRouter();
  return async (part: () => Promise<void>) => {
    try {
      await part();
    } catch (error) {
      if (!isExpiredStep(error)) throw error;
      flash('error', messageOf(error));
      history.replace(paths.login);
    }
  };
}

/** Says where a code went; `again` when it is not the first one. */
const sentText = (factor: SecondFactor, identifier: string | null, again: boolean) => {
  if (again) return messages.codeResent;
  if (factor === 'sms') return messages.smsCodeSent;
  return identifier?.includes('@') ? `We sent a code to ${identifier}.` : messages.proofCodeSent;
};

function StepForm({
  step,
  setStep,
  factor,
  remembers,
  children,
}: StepProps & {
  factor: SecondFactor;
  remembers: boolean;
  children: React.ReactNode;
}) {
  const arrive = useArrival();
  const unexpired = useUnexpired();
  const sent = step.sent.includes(factor);
  const [sending, setSending] = useState(false);
  const [resent, setResent] = useState(0);
  const { form, failure, setFailure, onSubmit } = useSendForm({
    initialValues: { typed: '' },
    send: ({ typed }) =>
      unexpired(async () => {
        if (await makeSecondStep(step, { factor, typed, remembers })) arrive();
      }),
  });
  const isOver = needsNewCode(failure);
  const isSent = factor === 'email' || factor === 'sms';
  const send = async () => {
    if (!isSent) return;
    setSending(true);
    form.clearErrors();
    try {
      await unexpired(async () => {
        await call(requestChallenge, { body: { mfa_token: step.token, authenticator_id: factor } });
        if (sent) setResent((times) => times + 1);
        form.reset();
        setStep(withSentCode(step, factor));
      });
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setSending(false);
    }
  };
  const sendButton = (
    <Button
      variant={sent && !isOver ? 'default' : 'filled'}
      size="md"
      loading={sending}
      onClick={() => void send()}
    >
      {sent ? 'Send again' : factor === 'email' ? 'Mail me a code' : 'Text me a code'}
    </Button>
  );
  const isTyped = factor !== 'passkey' && (!isSent || sent);
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Second step">
      <Stack gap="md">
        {isSent && sent && !isOver && (
          <Text size="sm" role="status">
            {/** a new element each time, so that screen readers announce it again */}
            <span key={resent}>{sentText(factor, step.identifier, resent > 0)}</span>
          </Text>
        )}
        {isTyped && <StepField factor={factor} {...form.getInputProps('typed')} />}
        {children}
        <Group gap="sm">
          {(isTyped || factor === 'passkey') && (
            <Button
              type="submit"
              size="md"
              loading={form.submitting}
              disabled={isOver || (isTyped && form.values.typed.trim() === '')}
            >
              {factor === 'passkey' ? 'Use a passkey' : 'Confirm'}
            </Button>
          )}
          {isSent && sendButton}
        </Group>
        <FailureSpace text={failure} />
      </Stack>
    </form>
  );
}

const focusOnce = (input: HTMLInputElement | null) => input?.focus();

function StepField({
  factor,
  ...input
}: { factor: Exclude<SecondFactor, 'passkey'> } & Record<string, unknown>) {
  if (factor === 'password')
    return (
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        size="md"
        ref={focusOnce}
        {...input}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
      />
    );
  return (
    <TextInput
      label={labels[factor]}
      autoComplete={factor === 'recovery-code' ? 'off' : 'one-time-code'}
      inputMode={factor === 'recovery-code' ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={200}
      size="md"
      ref={focusOnce}
      {...input}
    />
  );
}
