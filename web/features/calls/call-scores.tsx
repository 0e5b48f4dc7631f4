import { Text } from '@mantine/core';
import { durationText } from '@mailcall/contract/rules/caller.ts';
import type { Call } from '@mailcall/contract/calls.ts';
import { scoreFieldNames, scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import {
  callScores,
  type ScoreMark,
  type ScoreReason,
  type ScoreVersion,
} from '@mailcall/contract/scoring.ts';
import { IconFlag, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call as request } from '../../platform/api.ts';
import { alwaysFresh } from '../../platform/query-client.ts';
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

const useScores = (callId: string) =>
  useQuery({
    queryKey: ['calls', 'scores', callId],
    queryFn: ({ signal }) => request(callScores, { params: { id: callId } }, { signal }),
    ...alwaysFresh,
    gcTime: 0,
  });

const markText = ({ field, from }: ScoreMark, wording: Wording) =>
  `${labelText(scoreFieldOf(field).label, wording)} at ${durationText(from / 1000)}`;

interface Marked {
  call: Pick<Call, 'id' | 'timeZone' | 'callAudio'>;
  wording: Wording;
  /** Field of a score that the call was opened for, as in the address. */
  chosen: string | undefined;
  onSeek: (seconds: number) => void;
}

/** Where the recording shows what the call was opened for. */
export function ChosenMarks({ call, wording, chosen, onSeek }: Marked) {
  const { data } = useScores(call.id);
  const field = scoreFieldNames.find((name) => name === chosen);
  const [newest] = data?.records ?? [];
  if (field === undefined || newest === undefined || call.callAudio === null) return null;
  const marks = newest.marks.filter((mark) => mark.field === field);
  if (marks.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No place is marked for “{labelText(scoreFieldOf(field).label, wording)}”.
      </Text>
    );
  return (
    <div className={classes.marks}>
      {marks.map((mark) => (
        <button
          key={`${mark.from} ${mark.to}`}
          type="button"
          className={classes.mark}
          data-chosen
          onClick={() => onSeek(mark.from / 1000)}
        >
          <IconPlayerPlay size={14} aria-hidden />
          Play {markText(mark, wording)}
        </button>
      ))}
    </div>
  );
}

export function CallScores({
  call,
  wording,
  chosen,
  onPieces,
  onSeek,
}: Marked & { onPieces: (pieces: readonly Piece[]) => void }) {
  const { data } = useScores(call.id);
  const records = data?.records ?? [];
  const marks = records[0]?.marks;
  useEffect(() => {
    onPieces(
      (marks ?? []).map(({ field, from, to }) => ({
        from: from / 1000,
        to: to === null ? null : to / 1000,
        kind: field === chosen ? 'chosen' : 'mark',
      })),
    );
  }, [marks, chosen, onPieces]);
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
          {marks.map((mark) => (
            <li key={`${mark.field} ${mark.from} ${mark.to}`}>
              <button
                type="button"
                className={classes.mark}
                data-chosen={mark.field === chosen || undefined}
                onClick={() => onSeek(mark.from / 1000)}
              >
                <IconFlag size={14} aria-hidden />
                {markText(mark, wording)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
