import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useLayoutEffect } from 'react';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { loadedProvider } from '../platform/config.ts';
import { endFirstPaint } from '../platform/first-paint.ts';
import { SupportAddress } from '../ui/support-address.tsx';

/** Shown for errors that no other component handles. `inPage`: beside the menu. */
export function FatalError({ inPage = false }: { inPage?: boolean }) {
  useLayoutEffect(endFirstPaint, []);
  const support = loadedProvider()?.supportAddress;
  return (
    <Center mih={inPage ? '60dvh' : '100dvh'} p="md" component={inPage ? 'div' : 'main'}>
      <Stack align="center" gap="sm" role="alert">
        <Title order={1} size="h3">
          {messages.fatal}
        </Title>
        <Text c="dimmed" ta="center">
          Reload the page to try again. If it happens again, please contact{' '}
          {support ? <SupportAddress address={support} /> : 'support'}.
        </Text>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Stack>
    </Center>
  );
}
