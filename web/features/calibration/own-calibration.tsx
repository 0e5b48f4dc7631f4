import { Anchor, Button, Group, Text } from '@mantine/core';
import { days } from '@mailcall/contract/time/durations.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { setsQuery } from './api.ts';
import { dueText, leftText } from './calibration-texts.ts';
import classes from './calibration.module.css';

/** Sets that the person has to score, and results of the last two weeks. */
export function OwnCalibration() {
  const sets = useQuery(setsQuery());
  const since = sets.dataUpdatedAt - days(14);
  const shown = (sets.data?.own ?? []).filter(
    ({ state, left, closedAt }) =>
      (state === 'open' && left > 0) || (closedAt !== null && Date.parse(closedAt) > since),
  );
  if (shown.length === 0) return null;
  return (
    <ul className={classes.sets} aria-label="Calibration">
      {shown.map((set) => (
        <li key={set.id}>
          <div>
            <Text fw={500}>{set.state === 'open' ? leftText(set) : 'Calibration: closed'}</Text>
            <Text size="sm" c="dimmed">
              {[set.name, dueText(set.state === 'open' ? set.dueAt : null)].filter(Boolean).join(' · ')}
            </Text>
          </div>
          {set.state === 'open' ? (
            <ScoreSet setId={set.id} name={set.name} />
          ) : (
            <Anchor
              size="sm"
              className={classes.link ?? ''}
              renderRoot={(props) => (
                <Link to={paths.calibration} search={{ set: set.id } as never} {...props} />
              )}
            >
              See your differences
            </Anchor>
          )}
        </li>
      ))}
    </ul>
  );
}

export const ScoreSet = ({ setId, name }: { setId: string; name: string }) => (
  <Group>
    <Button
      className={classes.button ?? ''}
      aria-label={`Score them: ${name}`}
      renderRoot={(props) => <Link to={paths.scoringCall} search={{ set: setId } as never} {...props} />}
    >
      Score them
    </Button>
  </Group>
);
