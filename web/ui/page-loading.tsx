import { Center, Loader, Stack, Text } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';

export function PageLoading({
  text = messages.loading,
  fullScreen = false,
}: {
  text?: string;
  fullScreen?: boolean;
}) {
  return (
    <Center data-loading mih={fullScreen ? '100dvh' : '60dvh'} p="md">
      <Stack align="center" gap="sm" role="status">
        <Loader size="sm" aria-hidden />
        <Text c="dimmed" size="sm">
          {text}
        </Text>
      </Stack>
    </Center>
  );
}
