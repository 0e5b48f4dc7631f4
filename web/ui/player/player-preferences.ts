import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { readStored, writeStored } from '../../platform/stored-values.ts';
import { type PlayerState, speeds } from './player-state.ts';

type Preferences = Pick<PlayerState, 'speed' | 'volume'>;

const preferencesSchema = z.object({
  speed: z.literal(speeds),
  volume: z.number().check(z.gte(0), z.lte(1)),
});
const preferencesKey = 'player';

export function useSavedPreferences(): Preferences {
  const [preferences] = useState(
    () => readStored(preferencesKey, preferencesSchema) ?? { speed: 1 as const, volume: 1 },
  );
  return preferences;
}

export function useStoredPreferences({ speed, volume }: Preferences): void {
  useEffect(() => {
    // a player that starts muted would seem broken
    if (volume > 0) writeStored(preferencesKey, { speed, volume });
  }, [speed, volume]);
}

export function usePlayOnMount(enabled: boolean, play: () => void): void {
  useEffect(() => {
    if (!enabled) return;
    // in a timer, because an effect that React undoes must not request the recording
    const timer = window.setTimeout(play);
    return () => window.clearTimeout(timer);
  }, [enabled, play]);
}
