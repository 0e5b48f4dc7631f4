import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useKeyHelp } from '../platform/keys.ts';
import { usePageKeys } from './page-keys.ts';
import classes from './search-field.module.css';
import { SearchSteps } from './search-steps.ts';

interface SearchFieldProps {
  /** The current search; another value from outside replaces the text in the field. */
  value: string;
  /** @param replace it continues the last search and replaces its step in the browser's history */
  onSearch: (text: string, replace: boolean) => void;
  /** Says what can be searched: the placeholder and the name for screen readers. */
  label: string;
  /** How long typing has to pause before it searches, in milliseconds. */
  wait: number;
}

/**
 * A search field that searches by itself when typing pauses, and immediately on Enter or when it is emptied. `/` focuses it
 * from anywhere on the page, Escape empties it.
 */
export function SearchField({ label, ...search }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const { text, type, searchNow, endSteps } = useDelayedSearch(search);
  useFocusKey(field);
  return (
    <TextInput
      ref={field}
      type="text"
      role="searchbox"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      value={text}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSectionPointerEvents="all"
      rightSection={
        text === '' ? (
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
      onBlur={endSteps}
      onKeyDown={(event) => {
        if (event.key === 'Enter') searchNow(text);
        if (event.key === 'Escape' && text !== '') {
          event.stopPropagation();
          type('');
        }
      }}
      className={classes.field}
      classNames={{ input: classes.input }}
    />
  );
}

/** The text in the field, and the searches that typing leads to. */
function useDelayedSearch({ value, onSearch, wait }: Omit<SearchFieldProps, 'label'>) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [steps] = useState(() => new SearchSteps());
  const search = (searched: string) => onSearch(searched, steps.searched(value, searched) === 'replace');
  const latestSearch = useRef(search);
  useEffect(() => {
    latestSearch.current = search;
  });

  // the search was changed elsewhere: by Back, or by a button that clears it
  if (lastValue !== value) {
    setLastValue(value);
    if (text.trim() !== value) setText(value);
  }

  useEffect(() => {
    const trimmed = text.trim();
    if (trimmed === value) return;
    const timer = window.setTimeout(() => latestSearch.current(trimmed), wait);
    return () => window.clearTimeout(timer);
  }, [text, value, wait]);

  const searchNow = (typed: string) => {
    if (typed.trim() !== value) search(typed.trim());
  };
  return {
    text,
    /** Changes the text; an emptied field searches immediately. */
    type: (next: string) => {
      steps.typed(text, next);
      setText(next);
      if (next === '') searchNow('');
    },
    searchNow,
    /** The next search is a step of its own in the browser's history. */
    endSteps: () => steps.blurred(),
  };
}

/** `/` focuses the field and selects its text. */
function useFocusKey(field: RefObject<HTMLInputElement | null>): void {
  useKeyHelp([{ key: '/', description: 'Search this page' }]);
  usePageKeys(field, {
    '/': () => {
      field.current?.focus();
      field.current?.select();
    },
  });
}
