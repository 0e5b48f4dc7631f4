import { Button, Stack, Text } from '@mantine/core';
import { sendSetupLink } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { useState } from 'react';
import { call } from '../../platform/api.ts';
import { currentSession } from '../../platform/session-store.ts';
import { FormFailure } from './form-failure.tsx';
import { failure as failureOf } from './sign-in.ts';

export function SetupLinkPrompt() {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const [failure, setFailure] = useState<string | null>(null);
  const send = async () => {
    const contactId = currentSession()?.contactId;
    if (contactId === undefined) return;
    setState('sending');
    setFailure(null);
    try {
      await call(sendSetupLink, { params: { contactId } });
      setState('sent');
    } catch (error) {
      setFailure(failureOf(error, messages.setupLinkFailed).message);
      setState('idle');
    }
  };
  return (
    <Stack gap="sm">
      <FormFailure text={failure} />
      {state === 'sent' ? (
        <Text role="status">{messages.setupLinkSent}</Text>
      ) : (
        <>
          <Text>You have not chosen a password yet. We can mail you a setup link to choose one.</Text>
          <Button size="md" loading={state === 'sending'} onClick={() => void send()}>
            Send setup link
          </Button>
        </>
      )}
    </Stack>
  );
}
