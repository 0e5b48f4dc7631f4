import { useEffect, useRef, useState } from 'react';
import { SearchSteps } from './search-steps.ts';

export interface DelayedSearch {
  /** Current search; an external change replaces the text in the field. */
  value: string;
  /** @param replace continues the last search and replaces its history step */
  onSearch: (text: string, replace: boolean) => void;
  /** Milliseconds of a pause before it searches. */
  wait: number;
}

export function useDelayedSearch({ value, onSearch, wait }: DelayedSearch) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // searches that have begun but are not the value yet
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
    // an external change, by Back or a clear button; text typed since an own search stays
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
    type: (next: string) => {
      steps.typed(text, next);
      setText(next);
      if (next === '') searchNow('');
    },
    searchNow,
    endSteps: () => steps.blurred(),
  };
}
