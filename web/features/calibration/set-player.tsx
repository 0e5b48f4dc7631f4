import { Text } from '@mantine/core';
import type { CalibrationCall } from '@mailcall/contract/calibration.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Answer } from '../../ui/answer.tsx';
import { dateAndTime } from '../../ui/dates.ts';
import { loggedRecording } from '../../ui/player/logged-recording.ts';
import { Player, type PlayerHandle } from '../../ui/player/player.tsx';
import { recordingQuery } from './api.ts';
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
      <Text size="sm" fw={500}>
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
          <Playing setId={setId} place={place} peaks={found.peaks} />
        )
      }
    </Answer>
  );
}

function Playing({ setId, place, peaks }: { setId: string; place: Place; peaks: number[] | null }) {
  const client = useQueryClient();
  const player = useRef<PlayerHandle>(null);
  const { call } = place;
  const open = loggedRecording(call.callId, () => client.fetchQuery(recordingQuery(setId, call.callId)));
  useEffect(() => player.current?.playFrom(place.from / 1000), [place]);
  return <Player open={open} duration={call.callDuration} peaks={peaks} handle={player} />;
}
