import { ActionIcon, Button, Checkbox, Text, TextInput } from '@mantine/core';
import { weekdayNames } from '@mailcall/contract/time/week-hours.ts';
import { IconCopy, IconPlus, IconX } from '@tabler/icons-react';
import { focusNextFrame } from '../../platform/focus-next-frame.ts';
import {
  canAddTime,
  type DayInput,
  type HoursProblems,
  timeAfter,
  timeField,
  type TimeInput,
} from './office-hours-input.ts';
import classes from './office-hours.module.css';

const idOf = (weekday: number, place: number, field: keyof TimeInput) =>
  `office-${timeField(weekday, place, field)}`;
const focusTime = (weekday: number, place: number) =>
  focusNextFrame(() => document.getElementById(idOf(weekday, place, 'opens')));

/** Times of a weekday; breaks make several. */
export function OfficeDay({
  weekday,
  day,
  problems,
  onChange,
  onCopy,
}: {
  weekday: number;
  day: DayInput;
  problems: HoursProblems;
  onChange: (day: DayInput) => void;
  onCopy: (() => void) | null;
}) {
  const name = weekdayNames[weekday] ?? '';
  const setTime = (place: number, change: Partial<TimeInput>) =>
    onChange({
      ...day,
      times: day.times.map((time, index) => (index === place ? { ...time, ...change } : time)),
    });
  return (
    <li className={classes.day}>
      <Checkbox
        label={name}
        checked={day.isOpen}
        onChange={(event) => onChange({ ...day, isOpen: event.currentTarget.checked })}
        classNames={{ root: classes.dayName, body: classes.dayBody }}
      />
      {day.isOpen ? (
        <div className={classes.times}>
          {day.times.map((time, place) => (
            <TimeRow
              // times have no id, and only the last one is added
              // oxlint-disable-next-line react/no-array-index-key
              key={place}
              weekday={weekday}
              place={place}
              time={time}
              problems={problems}
              onChange={(change) => setTime(place, change)}
              onRemove={
                day.times.length === 1
                  ? null
                  : () => {
                      onChange({ ...day, times: day.times.filter((_, index) => index !== place) });
                      focusTime(weekday, Math.max(0, place - 1));
                    }
              }
            />
          ))}
          <div className={classes.dayActions}>
            {canAddTime(day) && (
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<IconPlus size={14} aria-hidden />}
                aria-label={`Add hours: ${name}`}
                onClick={() => {
                  onChange({ ...day, times: [...day.times, timeAfter(day)] });
                  focusTime(weekday, day.times.length);
                }}
              >
                Add hours
              </Button>
            )}
            {onCopy !== null && (
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<IconCopy size={14} aria-hidden />}
                onClick={onCopy}
              >
                Copy {name} to all open days
              </Button>
            )}
          </div>
        </div>
      ) : (
        <Text size="sm" c="dimmed" className={classes.closed}>
          Closed
        </Text>
      )}
    </li>
  );
}

function TimeRow({
  weekday,
  place,
  time,
  problems,
  onChange,
  onRemove,
}: {
  weekday: number;
  place: number;
  time: TimeInput;
  problems: HoursProblems;
  onChange: (change: Partial<TimeInput>) => void;
  onRemove: (() => void) | null;
}) {
  const name = `${weekdayNames[weekday]}${place === 0 ? '' : `, ${place + 1}`}`;
  const field = (key: keyof TimeInput) => (
    <TextInput
      type="time"
      id={idOf(weekday, place, key)}
      aria-label={`${name} ${key}`}
      value={time[key]}
      error={problems.get(timeField(weekday, place, key))}
      onChange={(event) => onChange({ [key]: event.currentTarget.value })}
      className={classes.time}
    />
  );
  return (
    <div className={classes.timeRow}>
      {field('opens')}
      <span aria-hidden className={classes.to}>
        to
      </span>
      {field('closes')}
      {onRemove !== null && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`Remove hours: ${name}`}
          className={classes.remove}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
