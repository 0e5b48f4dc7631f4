import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Transcript } from '../../ui/player/transcript.tsx';
import { transcriptQuery } from './api.ts';

export function CallTranscript({
  callId,
  ...recording
}: { callId: string } & Omit<ComponentProps<typeof Transcript>, 'turns'>) {
  const { data, isError } = useQuery(transcriptQuery(callId));
  if (isError)
    return (
      <Text size="sm" c="dimmed" role="alert">
        The transcript could not be loaded. Open the call again.
      </Text>
    );
  if (!data) return <Skeleton height="14rem" />;
  return data.turns.length === 0 ? null : <Transcript turns={data.turns} {...recording} />;
}
