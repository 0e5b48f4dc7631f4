import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useRef } from 'react';
import { useKeyHelp } from '../platform/keys.ts';
import { usePageKeys } from './page-keys.ts';
import classes from './search-field.module.css';
import { type DelayedSearch, useDelayedSearch } from './use-delayed-search.ts';

interface SearchFieldProps extends DelayedSearch {
  label: string;
}

/** Searches when typing pauses, and at once on Enter or when emptied. `/` focuses it; Escape empties it. */
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

function useFocusKey(field: RefObject<HTMLInputElement | null>): void {
  useKeyHelp([{ key: '/', description: 'Search this page' }]);
  usePageKeys(field, {
    '/': () => {
      field.current?.focus();
      field.current?.select();
    },
  });
}
