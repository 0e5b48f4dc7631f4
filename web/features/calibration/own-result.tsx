import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import type { OwnCalibrationResult } from '@mailcall/contract/calibration.ts';
import { durationText } from '@mailcall/contract/rules/caller.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { Answer } from '../../ui/answer.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { ownResultQuery } from './api.ts';
import { agreementText, othersText } from './calibration-texts.ts';
import classes from './calibration.module.css';
import { callTitle, type Place, SetPlayer } from './set-player.tsx';

/** Where the person's answers differ, for learning: nobody else's name is shown. */
export function OwnResult({ setId }: { setId: string }) {
  const result = useQuery(ownResultQuery(setId));
  return (
    <div className={classes.page}>
      <div>
        <PageLink to={paths.calibration} search={{}} icon={IconArrowLeft}>
          Calibration
        </PageLink>
        <PageHeading title={result.data?.set.name ?? 'Calibration'} />
        <Text c="dimmed" aria-live="polite">
          {result.data ? `Same answer as the reference: ${agreementText(result.data)}` : ' '}
        </Text>
      </div>
      <Answer query={result} skeleton={<Skeleton height="24rem" />}>
        {(data) => <Differences setId={setId} result={data} />}
      </Answer>
    </div>
  );
}

function Differences({ setId, result: { calls } }: { setId: string; result: OwnCalibrationResult }) {
  const [place, setPlace] = useState<Place | null>(null);
  if (calls.length === 0) return <Text>Your answers differ nowhere.</Text>;
  return (
    <>
      <Text>Your answers differ in {counted(calls.length, 'call')}.</Text>
      {calls.map((call) => {
        const title = callTitle(call);
        return (
          <section key={call.callId} aria-label={title} className={classes.call}>
            <div className={classes.callHead}>
              <div>
                <h2 className={classes.title}>{title}</h2>
                <Text size="sm" c="dimmed">
                  {durationText(call.callDuration)}
                </Text>
              </div>
              {call.hasRecording && (
                <Button
                  variant="default"
                  size="compact-md"
                  className={classes.button ?? ''}
                  aria-label={`Play ${title}`}
                  onClick={() => setPlace({ call, from: 0 })}
                >
                  Play
                </Button>
              )}
            </div>
            <ul className={classes.own}>
              {call.rows.map(({ field, own, marks, reference, agreed, note, others }) => (
                <li key={field}>
                  <Text fw={500}>{scoreFieldOf(field).label}</Text>
                  <Text size="sm">
                    You said {own}
                    {marks.map((from) => (
                      <Anchor
                        key={from}
                        component="button"
                        type="button"
                        size="sm"
                        className={classes.mark ?? ''}
                        aria-label={`Play at ${durationText(from / 1000)}: ${scoreFieldOf(field).label}`}
                        onClick={() => setPlace({ call, from })}
                      >
                        at {durationText(from / 1000)}
                      </Anchor>
                    ))}
                    {(agreed ?? reference) === null ? '.' : `. Right is ${agreed ?? reference}.`}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {othersText(others)}
                  </Text>
                  {note !== null && (
                    <Text size="sm" className={classes.note ?? ''}>
                      {note}
                    </Text>
                  )}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <SetPlayer setId={setId} place={place} />
    </>
  );
}
