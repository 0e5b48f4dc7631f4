import { type PageChoice, visiblePage } from '@mailcall/contract/rules/paging.ts';
import { useEffect, useEffectEvent } from 'react';

/** Goes to a page of a list; `replace` adds no history step. */
export type GoToPage = (page: number, replace?: boolean) => void;

/** Goes to the last page if the requested one does not exist; returns whether it does. `total`: rows of the list; undefined if unknown. */
export function useRedirectToLastPage(
  total: number | undefined,
  { page, pageSize }: PageChoice,
  maxUnpagedRows: number,
  onPage: GoToPage,
): boolean {
  const validPage = total === undefined ? page : visiblePage(total, { page, pageSize }, maxUnpagedRows).page;
  const replacePage = useEffectEvent((last: number) => onPage(last, true));
  const isRedirecting = validPage !== page;
  useEffect(() => {
    if (isRedirecting) replacePage(validPage);
  }, [isRedirecting, validPage]);
  return isRedirecting;
}
