import type { Call } from '@mailcall/contract/calls.ts';
import { Text } from '@mantine/core';
import { useCallback } from 'react';
import { Player } from '../../ui/player/player.tsx';
import type { OpenRecording } from '../../ui/player/use-player.ts';
import { openRecording } from './api.ts';

/** The recording of a call. Nothing of it is loaded before Play is pressed, which is logged as a play. */
export function Recording({ call, playAtOnce }: { call: Call; playAtOnce: boolean }) {
  const open = useCallback<OpenRecording>((signal, how) => openRecording(call.id, signal, how), [call.id]);
  if (call.callAudio === null) {
    return (
      <Text size="sm" c="dimmed">
        There is no recording of this call.
      </Text>
    );
  }
  return <Player open={open} duration={call.callDuration} peaks={call.audioPeaks} playAtOnce={playAtOnce} />;
}
