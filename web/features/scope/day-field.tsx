import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { isCalendarDate } from '@mailcall/contract/wire/query.ts';

/** Parses MM/DD/YYYY or YYYY-MM-DD; null if it is no calendar date. */
export function typedDay(text: string): string | null {
  const american = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(text);
  const day = american
    ? `${american[3]}-${american[1]?.padStart(2, '0')}-${american[2]?.padStart(2, '0')}`
    : text.trim();
  return isCalendarDate(day) ? day : null;
}

export const isUnreadableDay = (text: string) => text.trim() !== '' && typedDay(text) === null;

export function DayField({
  label,
  text,
  onChange,
}: {
  label: string;
  text: string;
  onChange: (text: string) => void;
}) {
  const [typing, setTyping] = useState(false);
  return (
    <TextInput
      label={label}
      placeholder="MM/DD/YYYY"
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      value={text}
      error={isUnreadableDay(text) && !typing ? 'Enter a date as MM/DD/YYYY.' : null}
      onChange={(event) => {
        setTyping(true);
        onChange(event.currentTarget.value);
      }}
      onBlur={() => setTyping(false)}
      w={170}
    />
  );
}
