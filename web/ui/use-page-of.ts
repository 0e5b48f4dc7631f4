import { useState } from 'react';

/**
 * Page of a list outside the URL; another list starts at page 1.
 * @param list identifies the list: its request without the page
 */
export function usePageOf(list: object): [page: number, setPage: (page: number) => void] {
  const key = JSON.stringify(list);
  const [chosen, setChosen] = useState({ key, page: 1 });
  return [chosen.key === key ? chosen.page : 1, (page) => setChosen({ key, page })];
}
