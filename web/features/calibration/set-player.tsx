import { Text } from '@mantine/core';
import type { CalibrationCall } from '@mailcall/contract/calibration.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { config } from '../../platform/config.ts';
import { Answer } from '../../ui/answer.tsx';
import { dateAndTime } from '../../ui/dates.ts';
import { Player, type PlayerHandle } from '../../ui/player/player.tsx';
import type { FetchRecordingSource } from '../../ui/player/recording-playback.ts';
import { recordingQuery, recordPlay } from './api.ts';
import classes from './calibration.module.css';

/** Milliseconds of marks; each press is a new object, so that the same second plays again. */
export interface Place {
  call: CalibrationCall;
  from: number;
}

export const callTitle = ({ accountName, callDateTime, timeZone }: CalibrationCall): string =>
  `${accountName}, ${dateAndTime(callDateTime, timeZone)}`;

/** One player for all calls of the page: keys belong to it alone. */
export function SetPlayer({ setId, place }: { setId: string; place: Place | null }) {
  if (place === null) return null;
  const { call } = place;
  return (
    <section className={classes.player} aria-label={`Recording of ${callTitle(call)}`}>
      <Text size="sm" fw={550}>
        {callTitle(call)}
      </Text>
      <Recording key={call.callId} setId={setId} place={place} />
    </section>
  );
}

function Recording({ setId, place }: { setId: string; place: Place }) {
  const recording = useQuery(recordingQuery(setId, place.call.callId));
  return (
    <Answer query={recording} skeleton={<Text size="sm">Loading…</Text>}>
      {(found) =>
        found === null ? (
          <Text size="sm">The recording of this call is no longer kept.</Text>
        ) : (
          <Playing setId={setId} place={place} recording={found} />
        )
      }
    </Answer>
  );
}

function Playing({
  setId,
  place,
  recording,
}: {
  setId: string;
  place: Place;
  recording: { url: string; expiresAt: string; peaks: number[] | null };
}) {
  const client = useQueryClient();
  const player = useRef<PlayerHandle>(null);
  const { call } = place;
  const open: FetchRecordingSource = useCallback(
    async (_, { renewal }) => {
      if (!renewal) await recordPlay(call.callId);
      const current = renewal ? await client.fetchQuery(recordingQuery(setId, call.callId)) : recording;
      if (current === null) throw new Error('The recording of this call is no longer kept.');
      return { url: config().services.data + current.url, expiresAt: Date.parse(current.expiresAt) };
    },
    [client, setId, call.callId, recording],
  );
  useEffect(() => player.current?.playFrom(place.from / 1000), [place]);
  return <Player open={open} duration={call.callDuration} peaks={recording.peaks} handle={player} />;
}
