import { type PageChoice, shownPage } from '@mailcall/contract/rules/paging.ts';
import { useEffect, useEffectEvent } from 'react';

/** Goes to a page of a list; with `replace` the page before is no step that Back returns to. */
export type GoToPage = (page: number, replace?: boolean) => void;

/**
 * Replaces a page that the list does not have (any more) by its last one: a link may name it, and a list gets shorter.
 * Says whether that is under way.
 * @param total rows of the whole list; undefined while they are not known
 */
export function useExistingPage(
  total: number | undefined,
  { page, pageSize }: PageChoice,
  wholeUpTo: number,
  onPage: GoToPage,
): boolean {
  const existing = total === undefined ? page : shownPage(total, { page, pageSize }, wholeUpTo).page;
  const replacePage = useEffectEvent((last: number) => onPage(last, true));
  const leaving = existing !== page;
  useEffect(() => {
    if (leaving) replacePage(existing);
  }, [leaving, existing]);
  return leaving;
}
