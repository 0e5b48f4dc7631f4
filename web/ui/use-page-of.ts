import { useState } from 'react';

/**
 * The page of a list that is not in the address: page 1 again as soon as the list is another one.
 * @param list what identifies the list: its request without the page
 */
export function usePageOf(list: object): [page: number, setPage: (page: number) => void] {
  const key = JSON.stringify(list);
  const [chosen, setChosen] = useState({ key, page: 1 });
  return [chosen.key === key ? chosen.page : 1, (page) => setChosen({ key, page })];
}
