import { Anchor, Button, Stack, Text } from '@mantine/core';
import { refreshActivationLink } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { FormFailure } from './form-failure.tsx';

const sentTexts = {
  setup: { title: messages.newLinkSent, text: messages.newLinkHint },
  reset: { title: messages.newLinkSent, text: messages.resetSent },
} as const;

export function ExpiredLink({ text, email, code }: { text: string; email: string; code: string }) {
  const [state, setState] = useState<'offered' | 'sending' | 'failed' | keyof typeof sentTexts>('offered');
  const request = async () => {
    setState('sending');
    try {
      const { purpose } = await call(refreshActivationLink, { body: { email, code } });
      setState(purpose === 'reset' ? 'reset' : 'setup');
    } catch {
      setState('failed');
    }
  };
  if (state === 'setup' || state === 'reset') return <LinkOutcome {...sentTexts[state]} />;
  return (
    <Stack gap="md" align="flex-start">
      <PageHeading title="Your link has expired" />
      <Text c="dimmed">{text}</Text>
      <FormFailure
        text={state === 'failed' ? messages.newLinkFailed(config().provider.supportAddress) : null}
      />
      <Button size="md" loading={state === 'sending'} onClick={() => void request()}>
        Request New Link
      </Button>
      <Anchor component={Link} to={paths.login} underline="always" c="inherit" size="sm">
        Back to login
      </Anchor>
    </Stack>
  );
}

export function LinkOutcome({ title, text }: { title: string; text: string }) {
  return (
    <Stack gap="md" align="flex-start" role="status">
      <PageHeading title={title} />
      <Text c="dimmed">{text}</Text>
      <Button component={Link} to={paths.login} size="md">
        Login
      </Button>
    </Stack>
  );
}
