import { Center, Loader, Stack, Text } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';

/** Stands in for a page that is on its way. */
export function PageLoading({ text = messages.loading, whole = false }: { text?: string; whole?: boolean }) {
  return (
    <Center mih={whole ? '100dvh' : '60dvh'} p="md">
      <Stack align="center" gap="sm" role="status">
        <Loader size="sm" aria-hidden />
        <Text c="dimmed" size="sm">
          {text}
        </Text>
      </Stack>
    </Center>
  );
}
