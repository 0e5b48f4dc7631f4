import { getStartPage } from '@mailcall/contract/saved-views.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { queryClient } from '../../platform/query-client.ts';
import { savedViewQuery } from './api.ts';

/** Maximum milliseconds to wait for the start page, which is only a convenience. */
const timeoutMs = 3000;

export async function startPath(): Promise<string> {
  try {
    const { view, today } = await call(getStartPage, {}, { signal: AbortSignal.timeout(timeoutMs) });
    if (view === null) return today ? paths.today : paths.home;
    queryClient.setQueryData(savedViewQuery(view.id).queryKey, view);
    return paths.view(view.id);
  } catch {
    return paths.home;
  }
}
