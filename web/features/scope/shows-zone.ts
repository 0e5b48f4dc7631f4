import { useClocksDiffer } from '../accounts/index.ts';
import { useScope } from './scope-state.ts';

/** Whether lists name the zone of each time, because the clocks of the selected accounts differ. */
export function useShowsZone(): boolean {
  return useClocksDiffer(useScope().accountIds);
}
