import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { typedDay } from './typed-day.ts';

/** Whether a text is neither empty nor a day. */
export const unreadable = (text: string) => text.trim() !== '' && typedDay(text) === null;

/** Shows an end of the range, and takes it typed. */
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
      error={unreadable(text) && !typing ? 'Use a date as MM/DD/YYYY.' : null}
      onChange={(event) => {
        setTyping(true);
        onChange(event.currentTarget.value);
      }}
      onBlur={() => setTyping(false)}
      w={170}
    />
  );
}
