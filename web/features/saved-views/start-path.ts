import { getStartPage } from '@mailcall/contract/saved-views.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { queryClient } from '../../platform/query-client.ts';
import { savedViewQuery } from './api.ts';

/** How long the start page is waited for, in milliseconds: nobody waits longer for what is only a convenience. */
const patience = 3000;

/** The page that opens for the signed-in person: the view that they chose, else the home page, also when it is not known. */
export async function startPath(): Promise<string> {
  try {
    const { view } = await call(getStartPage, {}, { signal: AbortSignal.timeout(patience) });
    if (view === null) return paths.home;
    queryClient.setQueryData(savedViewQuery(view.id).queryKey, view);
    return paths.view(view.id);
  } catch {
    return paths.home;
  }
}
