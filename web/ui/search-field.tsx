import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useKeys } from '../platform/keys.ts';
import { usePageKeys } from './page-keys.ts';
import classes from './search-field.module.css';
import { SearchSteps } from './search-steps.ts';

/**
 * A search field that searches by itself when typing pauses, and at once on Enter or when it is emptied. `/` focuses it
 * from anywhere on the page, Escape empties it.
 */
export function SearchField({
  value,
  onSearch,
  label,
  wait,
}: {
  /** What is searched for now; another value from outside replaces what stands in the field. */
  value: string;
  /** @param replace it goes on from the last search and takes its place in the browser's history */
  onSearch: (text: string, replace: boolean) => void;
  /** Says what can be searched: the placeholder and the name for screen readers. */
  label: string;
  /** How long typing pauses before it searches, in milliseconds. */
  wait: number;
}) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const [steps] = useState(() => new SearchSteps());
  const search = (text: string) => onSearch(text, steps.searched(value, text) === 'replace');
  const searching = useRef(search);
  useEffect(() => {
    searching.current = search;
  });

  // searched for by something else: Back, or a button that clears the search
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value) setTyped(value);
  }

  useEffect(() => {
    const text = typed.trim();
    if (text === value) return;
    const pause = window.setTimeout(() => searching.current(text), wait);
    return () => window.clearTimeout(pause);
  }, [typed, value, wait]);

  const searchAtOnce = (text: string) => {
    if (text.trim() !== value) search(text.trim());
  };
  const type = (text: string) => {
    steps.typed(typed, text);
    setTyped(text);
    if (text === '') searchAtOnce('');
  };

  useKeys([{ key: '/', does: 'Search this page' }]);
  usePageKeys(field, {
    '/': () => {
      field.current?.focus();
      field.current?.select();
    },
  });

  return (
    <TextInput
      ref={field}
      type="text"
      role="searchbox"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      value={typed}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSectionPointerEvents="all"
      rightSection={
        typed === '' ? (
          <Kbd size="xs" aria-hidden className={classes.key}>
            /
          </Kbd>
        ) : (
          <CloseButton
            aria-label="Clear search"
            onClick={() => {
              type('');
              field.current?.focus();
            }}
          />
        )
      }
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => steps.left()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') searchAtOnce(typed);
        if (event.key === 'Escape' && typed !== '') {
          event.stopPropagation();
          type('');
        }
      }}
      className={classes.field}
      classNames={{ input: classes.input }}
    />
  );
}
