import { useClocksDiffer } from '../accounts/index.ts';
import { useScope } from './scope-state.ts';

/** Whether a list over the selected accounts names the zone of each time: their clocks differ. */
export function useShowsZone(): boolean {
  return useClocksDiffer(useScope().accountIds);
}
