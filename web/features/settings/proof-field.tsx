import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { sendProofCode, type ProofKind } from '@mailcall/contract/proof.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { needsNewCode } from '@mailcall/contract/rules/sign-in-code.ts';
import { type ComponentProps, useState } from 'react';
import { call } from '../../platform/api.ts';
import { toast } from '../../ui/toast.tsx';
import { failureText } from './api.ts';
import settings from './settings.module.css';

const problems: readonly string[] = [
  messages.currentPasswordRequired,
  messages.currentPasswordWrong,
  messages.proofCodeRequired,
  messages.wrongCode,
];

export const isProofProblem = (text: string): boolean => problems.includes(text) || needsNewCode(text);

export function ProofField({
  needs,
  ...input
}: { needs: ProofKind } & Pick<
  ComponentProps<typeof TextInput>,
  'value' | 'defaultValue' | 'error' | 'onChange' | 'onFocus' | 'onBlur' | 'form' | 'ref'
>) {
  if (needs === 'password')
    return (
      <PasswordInput
        label="Current Password"
        autoComplete="current-password"
        size="md"
        {...input}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
      />
    );
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        label="Code from our email"
        description="You have no password, so a code checks that it is you"
        autoComplete="one-time-code"
        inputMode="numeric"
        size="md"
        maxLength={100}
        {...input}
      />
      <SendCode />
    </Group>
  );
}

function SendCode() {
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await call(sendProofCode);
      toast('success', messages.proofCodeSent);
    } catch (error) {
      toast('error', failureText(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <Button
      variant="default"
      size="md"
      className={settings.finger ?? ''}
      loading={sending}
      onClick={() => void send()}
    >
      Mail me a code
    </Button>
  );
}
