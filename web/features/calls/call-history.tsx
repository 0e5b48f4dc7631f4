import { Skeleton, Text } from '@mantine/core';
import type { Call } from '@mailcall/contract/calls.ts';
import { type CallAction, listCallActions } from '@mailcall/contract/resolve.ts';
import { callbackKindTexts } from '@mailcall/contract/rules/callbacks.ts';
import type { Wording } from '@mailcall/contract/rules/wording.ts';
import {
  type Icon,
  IconCalendarPlus,
  IconCheck,
  IconFlag,
  IconFlagOff,
  IconMessage,
  IconPhoneOff,
  IconPhoneOutgoing,
  IconX,
} from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call as request } from '../../platform/api.ts';
import { alwaysFresh } from '../../platform/query-client.ts';
import { Answer } from '../../ui/answer.tsx';
import { dateAndTime } from '../../ui/dates.ts';
import classes from './call-details.module.css';
import { Section } from './detail-parts.tsx';
import { historyText } from './history-text.ts';

const historyQuery = (callId: string) =>
  queryOptions({
    queryKey: ['calls', 'actions', callId],
    queryFn: ({ signal }) => request(listCallActions, { params: { id: callId } }, { signal }),
    ...alwaysFresh,
    gcTime: 0,
  });

const actionLabels: Record<CallAction['action'], { icon: Icon; label: string }> = {
  resolved: { icon: IconCheck, label: 'Resolved' },
  'appointment added': { icon: IconCalendarPlus, label: 'Appointment added' },
  'left-voicemail': { icon: IconPhoneOutgoing, label: callbackKindTexts['left-voicemail'] },
  'no-answer': { icon: IconPhoneOutgoing, label: callbackKindTexts['no-answer'] },
  'wrong-number': { icon: IconPhoneOff, label: callbackKindTexts['wrong-number'] },
  'do-not-call': { icon: IconPhoneOff, label: callbackKindTexts['do-not-call'] },
  'not-needed': { icon: IconPhoneOff, label: callbackKindTexts['not-needed'] },
  'score disputed': { icon: IconFlag, label: 'Score disputed' },
  'dispute withdrawn': { icon: IconFlagOff, label: 'Dispute withdrawn' },
  'dispute accepted': { icon: IconCheck, label: 'Score corrected' },
  'dispute declined': { icon: IconX, label: 'Score kept' },
  'dispute answered': { icon: IconMessage, label: 'Decision answered' },
};

const notTouched = 'No activity yet';

/** Entry for a call resolved by an import, or before Mailcall kept actions. */
const resolvedElsewhere = ({ callbackHandler, timeZone }: Call, at: string) =>
  `Resolved ${callbackHandler ? `by ${callbackHandler} ` : ''}on ${dateAndTime(at, timeZone)}, outside of this portal.`;

export function CallHistory({ call, wording }: { call: Call; wording: Wording }) {
  const history = useQuery(historyQuery(call.id));
  return (
    <Section title="History">
      <Answer
        query={history}
        skeleton={<Skeleton height={20} width="60%" />}
        isEmpty={({ records }) => records.length === 0}
        empty={
          <Text size="sm" c="dimmed">
            {call.resolveDate === null ? notTouched : resolvedElsewhere(call, call.resolveDate)}
          </Text>
        }
      >
        {({ records }) => (
          <ol className={classes.history} aria-label="History, newest first">
            {records.map(({ id, action, by, at, details }) => {
              const { icon: ActionIcon, label } = actionLabels[action];
              return (
                <li key={id}>
                  <ActionIcon size={16} aria-hidden className={classes.historyMark} />
                  <div>
                    <Text size="sm">
                      <strong>{label}</strong> by {by}
                    </Text>
                    {details !== '' && (
                      <Text size="sm" className={classes.value}>
                        {historyText(details, wording)}
                      </Text>
                    )}
                    <Text size="xs" c="dimmed">
                      <time dateTime={at}>{dateAndTime(at, call.timeZone)}</time>
                    </Text>
                  </div>
                </li>
              );
            })}
          </ol>
        )}
      </Answer>
    </Section>
  );
}
