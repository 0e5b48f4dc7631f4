import { conceptSelectionSearch, paths } from '../../paths.ts';

/** The link to a mailing, open at its design. */
export const mailingLink = (id: string) => ({
  to: paths.mailing(id),
  search: { panel: 'design' } as never,
});

/** The link to the choice among the concepts of a mailing. */
export const conceptsLink = (mailing: { id: string; conceptIds: readonly string[] }) => ({
  to: paths.conceptSelection,
  search: conceptSelectionSearch(mailing) as never,
});
