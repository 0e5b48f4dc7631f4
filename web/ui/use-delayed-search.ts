import { useEffect, useRef, useState } from 'react';
import { SearchSteps } from './search-steps.ts';

/** What a search field is given. */
export interface DelayedSearch {
  /** The current search; another value from outside replaces the text in the field. */
  value: string;
  /** @param replace it continues the last search and replaces its step in the browser's history */
  onSearch: (text: string, replace: boolean) => void;
  /** How long typing has to pause before it searches, in milliseconds. */
  wait: number;
}

/** The text in the field, and the searches that typing leads to. */
export function useDelayedSearch({ value, onSearch, wait }: DelayedSearch) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // searches that have begun and are not the value yet
  const [begun, setBegun] = useState<readonly string[]>([]);
  const [steps] = useState(() => new SearchSteps());
  const search = (searched: string) => {
    setBegun((before) => [...before, searched]);
    onSearch(searched, steps.searched(value, searched) === 'replace');
  };
  const latestSearch = useRef(search);
  useEffect(() => {
    latestSearch.current = search;
  });

  if (lastValue !== value) {
    setLastValue(value);
    const own = begun.indexOf(value);
    setBegun(own === -1 ? [] : begun.slice(own + 1));
    // the search was changed elsewhere: by Back, or by a button that clears it. What was typed since an own search stays
    if (own === -1 && text.trim() !== value) setText(value);
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
