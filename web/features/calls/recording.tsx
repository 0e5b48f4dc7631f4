import type { Call } from '@mailcall/contract/calls.ts';
import { Text } from '@mantine/core';
import { type ComponentProps, type RefObject, useCallback } from 'react';
import { Player, type PlayerHandle } from '../../ui/player/player.tsx';
import type { FetchRecordingSource } from '../../ui/player/recording-playback.ts';
import type { Piece } from '../../ui/player/seek-bar.tsx';
import { openRecording } from './api.ts';

type RecordedCall = Pick<Call, 'id' | 'callAudio' | 'recordingRemoved' | 'callDuration' | 'audioPeaks'>;

/** Recording of a call, loaded when Play is pressed; the server logs that as a play. */
export function Recording({
  call,
  playAtOnce,
  pieces,
  below,
  handle,
}: {
  call: RecordedCall;
  playAtOnce: boolean;
  pieces?: readonly Piece[];
  below?: ComponentProps<typeof Player>['below'];
  handle?: RefObject<PlayerHandle | null>;
}) {
  const open = useCallback<FetchRecordingSource>(
    (signal, options) => openRecording(call.id, signal, options),
    [call.id],
  );
  if (call.callAudio === null) {
    return (
      <Text size="sm" c="dimmed">
        {call.recordingRemoved
          ? 'The recording of this call is no longer kept.'
          : 'There is no recording of this call.'}
      </Text>
    );
  }
  return (
    <Player
      open={open}
      duration={call.callDuration}
      peaks={call.audioPeaks}
      playAtOnce={playAtOnce}
      {...(pieces && { pieces })}
      {...(below && { below })}
      {...(handle && { handle })}
    />
  );
}
