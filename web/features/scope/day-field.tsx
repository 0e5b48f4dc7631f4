import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { typedDay } from './typed-day.ts';

/** Whether a text is neither empty nor a date. */
export const isUnreadableDay = (text: string) => text.trim() !== '' && typedDay(text) === null;

/** First or last day of a range as text; invalid text is reported on blur. */
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
