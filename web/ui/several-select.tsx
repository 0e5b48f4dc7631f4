import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useState } from 'react';

/** Closes its list after each choice, because an open list covers the next field. Typing or a press opens it again. */
export function SeveralSelect(props: MultiSelectProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <MultiSelect
      searchable
      {...props}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onOptionSubmit={() => setOpen(false)}
    />
  );
}
