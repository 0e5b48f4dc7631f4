import { Button, Text } from '@mantine/core';
import type { CallbackCall, CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { durationText } from '@mailcall/contract/rules/caller.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { paths } from '../../paths.ts';
import { config } from '../../platform/config.ts';
import { dateAndTime, dayInNumbers } from '../../ui/dates.ts';
import { OutcomeBadges, Recording, Section } from '../calls/index.ts';
import { postcardQuery } from './api.ts';
import classes from './caller-panel.module.css';

/** Missed and follow-up calls, newest first; one recording at a time has the player and its keys. @param children below what to hear first */
export function CallerCalls({
  calls,
  entry,
  wording,
  children,
}: {
  calls: readonly CallbackCall[];
  entry: CallbackEntry;
  wording: Wording;
  children: ReactNode;
}) {
  const recorded = calls.find(({ callAudioURL }) => callAudioURL !== null);
  const [playing, setPlaying] = useState<string | null>(null);
  const isFirst = (call: CallbackCall) => call === calls[0] || call === recorded;
  const others = calls.filter((call) => !isFirst(call));
  const listOf = (some: readonly CallbackCall[]) => (
    <ul className={classes.calls}>
      {some.map((call) => (
        <li key={call.callId} className={classes.call}>
          <div className={classes.callHead}>
            <Link
              to={paths.call(call.callId)}
              state={{ callsOpened: 1 }}
              resetScroll={false}
              className={classes.link}
            >
              {dateAndTime(call.dateTime, entry.timeZone)}
            </Link>
            <span className={classes.badges}>
              <OutcomeBadges outcome={call.outcome} resolved={call.callResolveDate !== null} />
            </span>
          </div>
          <Text size="sm" className={classes.summary}>
            {call.callSummary || 'No summary'}
          </Text>
          <CallFacts call={call} wording={wording} />
          <CallRecording
            call={call}
            hasPlayer={(playing ?? recorded?.callId) === call.callId}
            playAtOnce={playing === call.callId}
            onPlay={() => setPlaying(call.callId)}
          />
          {isFirstOf(calls, call) && <Postcard call={call} />}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <Section title={calls.length === 1 ? 'Call' : `Calls (${calls.length})`}>
        {listOf(calls.filter(isFirst))}
      </Section>
      {children}
      {others.length > 0 && <Section title="Other calls">{listOf(others)}</Section>}
    </>
  );
}

const isFirstOf = (calls: readonly CallbackCall[], call: CallbackCall): boolean =>
  calls.find(({ campaignId }) => campaignId === call.campaignId) === call;

function CallFacts({ call, wording }: { call: CallbackCall; wording: Wording }) {
  const { voicemailLeftMessage, voicemailWantsAppointment, patientType, campaignTitle, campaignType } = call;
  const facts = [
    voicemailLeftMessage
      ? `Left a voicemail${voicemailWantsAppointment ? ' asking for an appointment' : ''}`
      : null,
    patientType && labelText(patientType, wording),
    call.campaignId === null ? null : [campaignTitle, campaignType].filter(Boolean).join(', ') || null,
  ].filter((fact) => fact !== null && fact !== '');
  return facts.length === 0 ? null : (
    <Text size="sm" c="dimmed" className={classes.summary}>
      {facts.join(' · ')}
    </Text>
  );
}

function CallRecording({
  call,
  hasPlayer,
  playAtOnce,
  onPlay,
}: {
  call: CallbackCall;
  hasPlayer: boolean;
  playAtOnce: boolean;
  onPlay: () => void;
}) {
  const { callId, callAudioURL, callDuration, recordingRemoved, audioPeaks } = call;
  if (callAudioURL !== null && !hasPlayer)
    return (
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlayerPlayFilled size={12} aria-hidden />}
        className={classes.small}
        aria-label={`Play recording, ${durationText(callDuration)}`}
        onClick={onPlay}
      >
        {durationText(callDuration)}
      </Button>
    );
  return (
    <Recording
      call={{ id: callId, callAudio: callAudioURL, recordingRemoved, callDuration, audioPeaks }}
      playAtOnce={playAtOnce}
    />
  );
}

function Postcard({ call: { campaignId, campaignTargetDeliveryWeek } }: { call: CallbackCall }) {
  const query = useQuery({ ...postcardQuery(campaignId ?? ''), enabled: campaignId !== null });
  const [failed, setFailed] = useState<readonly string[]>([]);
  const path = query.data?.frontDesignThumbnailUrl ?? null;
  if (campaignId === null || path === null) return null;
  const onError = () => {
    setFailed([...failed, path]);
    // it may have expired; a missing image is not requested repeatedly
    if (failed.length === 0) void query.refetch();
  };
  return (
    <Link to={paths.mailing(campaignId)} className={classes.postcard}>
      {failed.includes(path) ? null : (
        <img
          src={config().services.data + path}
          alt=""
          width={72}
          height={48}
          loading="lazy"
          onError={onError}
        />
      )}
      <span>
        The postcard
        {campaignTargetDeliveryWeek === null ? '' : ` of ${dayInNumbers(campaignTargetDeliveryWeek)}`}
      </span>
    </Link>
  );
}
