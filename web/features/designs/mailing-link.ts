import { conceptSelectionSearch, paths } from '../../paths.ts';

/** Link to a mailing's Design tab. */
export const mailingLink = (id: string) => ({
  to: paths.mailing(id),
  search: { panel: 'design' } as never,
});

/** Link to the choice among a mailing's concepts. */
export const conceptsLink = (mailing: { id: string; conceptIds: readonly string[] }) => ({
  to: paths.conceptSelection,
  search: conceptSelectionSearch(mailing) as never,
});
