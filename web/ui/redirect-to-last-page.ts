import { type PageChoice, visiblePage } from '@mailcall/contract/rules/paging.ts';
import { useEffect, useEffectEvent } from 'react';

/** Goes to a page of a list; with `replace` Back does not return to the previous page. */
export type GoToPage = (page: number, replace?: boolean) => void;

/**
 * Goes to the last page of a list instead of one that does not exist: a link can name one, and a list can get shorter.
 * Returns whether that is in progress.
 * @param total rows of the complete list; undefined while the number is not known
 */
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
