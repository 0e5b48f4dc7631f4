import { Text, UnstyledButton } from '@mantine/core';
import type { MailingStory } from '@mailcall/contract/mailing-story.ts';
import { bestCallReason } from '@mailcall/contract/rules/best-call.ts';
import { callerText } from '@mailcall/contract/rules/caller.ts';
import { IconArrowRight } from '@tabler/icons-react';
import { useId } from 'react';
import { dateAndTime } from '../../ui/dates.ts';
import { HowCounted } from '../../ui/how-counted.tsx';
import { Recording, RowOutcomes } from '../calls/index.ts';
import { useShowsZone } from '../scope/index.ts';
import { useChangeDrawer } from './drawer-address.ts';
import classes from './mailing-story.module.css';

const title = 'Best call to listen to';
const about =
  'Chosen from the calls of this mailing that staff answered, that are an opportunity or have an appointment, and that still have a recording. Calls with an appointment come first, then calls with a good impression, then the longest talk without hold time. If calls are equal, the newest one is shown.';

export function BestCall({ story: { bestCall: call } }: { story: MailingStory }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.best}>
      <div className={classes.head}>
        <h3 id={id} className={classes.title}>
          {title}
        </h3>
        <HowCounted title={title} about={about} />
      </div>
      {call === null ? (
        <Text size="sm" c="dimmed">
          No answered call with an opportunity or an appointment has a recording.
        </Text>
      ) : (
        <Content call={call} />
      )}
    </section>
  );
}

function Content({ call }: { call: NonNullable<MailingStory['bestCall']> }) {
  const change = useChangeDrawer();
  const showZone = useShowsZone();
  const { callId, callAudioURL, callDuration, audioPeaks, outcome } = call;
  return (
    <>
      <div className={classes.caller}>
        <strong>{callerText(call) || 'Unknown caller'}</strong>
        <Text component="span" size="sm" c="dimmed">
          {dateAndTime(call.dateTime, call.timeZone, showZone)}
          {call.callHandler === null ? '' : ` · answered by ${call.callHandler}`}
        </Text>
        <RowOutcomes outcome={outcome} resolved={call.callResolveDate !== null} />
      </div>
      <Text size="sm">{bestCallReason(call)}</Text>
      {call.callSummary === null ? null : (
        <Text size="sm" c="dimmed" className={classes.summary ?? ''}>
          {call.callSummary}
        </Text>
      )}
      <Recording
        key={callId}
        call={{ id: callId, callAudio: callAudioURL, recordingRemoved: false, callDuration, audioPeaks }}
        playAtOnce={false}
      />
      <UnstyledButton
        className={classes.link}
        onClick={() => change({ panel: 'calls', call: callId, callFrom: undefined, callTo: undefined })}
      >
        View call details
        <IconArrowRight size={14} stroke={2} aria-hidden />
      </UnstyledButton>
    </>
  );
}
