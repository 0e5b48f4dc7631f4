import { useClocksDiffer } from '../accounts/index.ts';
import { useScope } from './scope-state.ts';

/** Whether lists name time zones, because the selected accounts' local times differ. */
export function useShowsZone(): boolean {
  return useClocksDiffer(useScope().accountIds);
}
