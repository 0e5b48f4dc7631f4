import { Text } from '@mantine/core';
import { durationText } from '@mailcall/contract/rules/caller.ts';
import type { Call } from '@mailcall/contract/calls.ts';
import { scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import { callScores, type ScoreReason, type ScoreVersion } from '@mailcall/contract/scoring.ts';
import { IconFlag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call as request } from '../../platform/api.ts';
import { dateAndTime } from '../../ui/dates.ts';
import type { Piece } from '../../ui/player/seek-bar.tsx';
import classes from './call-scores.module.css';
import { Section } from './detail-parts.tsx';

const savedTexts: Record<ScoreReason, string> = {
  scored: 'Scored',
  'second pass': 'Decided after a second pass',
  dispute: 'Corrected after a dispute',
  correction: 'Corrected',
  undone: 'Score taken back',
  feed: 'Scored by the phone system',
};

/** 'Scored by the provider’s team on 3/31/26 @ 9:12 am'. */
export const savedText = ({ reason, by, at }: Pick<ScoreVersion, 'reason' | 'by' | 'at'>, timeZone: string) =>
  `${savedTexts[reason]}${by === null ? '' : ` by ${by.replace(/^The /, 'the ')}`} on ${dateAndTime(at, timeZone)}`;

export function CallScores({
  call,
  wording,
  onPieces,
  onSeek,
}: {
  call: Pick<Call, 'id' | 'timeZone' | 'callAudio'>;
  wording: Wording;
  onPieces: (pieces: readonly Piece[]) => void;
  onSeek: (seconds: number) => void;
}) {
  const { data } = useQuery({
    queryKey: ['calls', 'scores', call.id],
    queryFn: ({ signal }) => request(callScores, { params: { id: call.id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
  });
  const records = data?.records ?? [];
  const marks = records[0]?.marks;
  useEffect(() => {
    onPieces(
      (marks ?? []).map(({ from, to }) => ({
        from: from / 1000,
        to: to === null ? null : to / 1000,
        kind: 'mark',
      })),
    );
  }, [marks, onPieces]);
  if (records.length === 0) return null;
  return (
    <Section title="Scored">
      <ol className={classes.versions} aria-label="Scores, newest first">
        {records.map((record) => (
          <li key={record.number}>
            <Text size="sm">{savedText(record, call.timeZone)}</Text>
          </li>
        ))}
      </ol>
      {marks && marks.length > 0 && call.callAudio !== null && (
        <ul className={classes.marks} aria-label="Marks in the recording">
          {marks.map(({ field, from, to }) => (
            <li key={`${field} ${from} ${to}`}>
              <button type="button" className={classes.mark} onClick={() => onSeek(from / 1000)}>
                <IconFlag size={14} aria-hidden />
                {labelText(scoreFieldOf(field).label, wording)} at {durationText(from / 1000)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
