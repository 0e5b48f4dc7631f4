import { conceptSelectionSearch, paths } from '../../paths.ts';

export const mailingLink = (id: string) => ({
  to: paths.mailing(id),
  search: { panel: 'design' } as never,
});

export const conceptsLink = (mailing: { id: string; conceptIds: readonly string[] }) => ({
  to: paths.conceptSelection,
  search: conceptSelectionSearch(mailing) as never,
});
