import { Button, Text, UnstyledButton } from '@mantine/core';
import type { PatientMatch } from '@mailcall/contract/patient-lists.ts';
import { thousands, wholeDollars } from '@mailcall/contract/rules/rates.ts';
import { IconChevronDown, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useCallback, useId, useState } from 'react';
import { Player } from '../../ui/player/player.tsx';
import type { FetchRecordingSource } from '../../ui/player/recording-playback.ts';
import { useTimeZone } from '../accounts/index.ts';
import { openRecording } from '../calls/index.ts';
import { Facts } from './facts.tsx';
import { fromOffice } from './from-office.ts';
import { fullName, matchNames, stepsOf } from './household-texts.ts';
import classes from './info-box.module.css';
import { useMapScreen } from './screen-context.ts';
import type { ShownHousehold } from './shown-households.ts';

export function HouseholdBox({ household }: { household: ShownHousehold }) {
  const { wording, offices, accountOfList, state } = useMapScreen();
  const timeZone = useTimeZone(household.accountId);
  const distance = fromOffice(household.at, accountOfList(household.listId) ?? '', offices);
  return (
    <div className={classes.content}>
      <div>
        <Text size="sm" fw={600}>
          {matchNames[household.class]}
        </Text>
        <Text size="sm" c="dimmed">
          {household.address || 'Unknown Address'}
        </Text>
        {household.approximate && (
          <Text size="xs" c="dimmed">
            The address could not be located; it is shown in the middle of its ZIP code.
          </Text>
        )}
      </div>
      <Facts
        facts={[
          ['List', state.lists.length > 1 ? household.listName : null],
          [wording.Clients, thousands(household.count)],
          ['Production', wholeDollars(household.production)],
          ['From the office', distance?.text ?? null],
          ['Carrier route', household.carrierRoute],
          ['Was mailed', household.class === 'none' ? (household.wasMailed ? 'Yes' : 'No') : null],
        ]}
      />
      {household.matches.map((match, at) => (
        // two patients of a household can have the same name and the same call
        <Match
          key={at}
          match={match}
          timeZone={timeZone}
          named={household.matches.length > 1}
          startsOpen={at === 0}
        />
      ))}
    </div>
  );
}

function Match({
  match,
  timeZone,
  named,
  startsOpen,
}: {
  match: PatientMatch;
  timeZone: string;
  named: boolean;
  startsOpen: boolean;
}) {
  const [isOpen, setOpen] = useState(startsOpen);
  const id = useId();
  const patient = fullName(match.patientFirstName, match.patientLastName);
  const rule = (
    <>
      {named && patient !== '' && <strong>{patient}: </strong>}
      {match.rule}
    </>
  );
  return (
    <div className={classes.match}>
      {named ? (
        <UnstyledButton
          className={classes.fold ?? ''}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{rule}</span>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      ) : (
        <Text size="sm">{rule}</Text>
      )}
      <div id={id} hidden={!isOpen}>
        {isOpen && <Evidence match={match} timeZone={timeZone} />}
      </div>
    </div>
  );
}

function Evidence({ match, timeZone }: { match: PatientMatch; timeZone: string }) {
  return (
    <>
      <ol className={classes.timeline} aria-label="What happened when">
        {stepsOf(match, timeZone).map(({ day, text }) => (
          <li key={text} className={classes.step}>
            <span className={classes.day}>{day}</span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      {match.callId !== null && match.callAudioUrl !== null && (
        <CallAudio callId={match.callId} duration={match.callAudioDuration ?? 0} />
      )}
    </>
  );
}

/** The recording of a call. It is requested when Play is pressed, which the server logs as a play. */
function CallAudio({ callId, duration }: { callId: string; duration: number }) {
  const [isPlayed, setPlayed] = useState(false);
  const open = useCallback<FetchRecordingSource>(
    (signal, options) => openRecording(callId, signal, options),
    [callId],
  );
  if (isPlayed) return <Player open={open} duration={duration} peaks={null} playAtOnce />;
  return (
    <Button
      variant="default"
      h={44}
      fullWidth
      leftSection={<IconPlayerPlayFilled size={14} aria-hidden />}
      onClick={() => setPlayed(true)}
    >
      Play the call
    </Button>
  );
}
