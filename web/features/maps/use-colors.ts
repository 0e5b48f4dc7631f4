import type { MapColor } from '@mailcall/contract/rules/map-colors.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { replaceColor, saveColor } from './api.ts';
import { type MapTarget, targetText } from './map-target.ts';

/** The colors that differ from the saved ones: a previewed one, and those that are being saved. */
export interface Colors {
  /** The color that is displayed only until another or none is. */
  previewed: { target: MapTarget; color: MapColor } | null;
  /** The color to display, a previewed one included. */
  of: (target: MapTarget, saved: string) => string;
  /** The saved color, or the one that is being saved. */
  chosen: (target: MapTarget, saved: string) => string;
  /** Whether a color of it is being saved. */
  isSaving: (target: MapTarget) => boolean;
  /** Displays a color until the next call; null ends it. */
  preview: (target: MapTarget, color: MapColor | null) => void;
  /** Saves a color. If that fails, the color is put back and the failure is only logged. */
  save: (target: MapTarget, color: MapColor, campaignType?: string | null) => Promise<void>;
}

/** The colors of the screen. */
export function useColors(): Colors {
  const client = useQueryClient();
  const [previewed, setPreviewed] = useState<Colors['previewed']>(null);
  const [saving, setSaving] = useState<ReadonlyMap<string, string>>(new Map());
  const preview = useCallback<Colors['preview']>((target, color) => {
    setPreviewed(color === null ? null : { target, color });
  }, []);
  const save = useCallback<Colors['save']>(
    async (target, color, campaignType = null) => {
      const text = targetText(target);
      setSaving((before) => new Map(before).set(text, color));
      setPreviewed(null);
      try {
        await saveColor(target, color, campaignType);
        replaceColor(client, target, color);
      } catch (error) {
        console.warn('The color could not be saved.', error);
      }
      setSaving((before) => {
        const next = new Map(before);
        // a newer choice is being saved already
        if (next.get(text) === color) next.delete(text);
        return next;
      });
    },
    [client],
  );
  const chosen = useCallback<Colors['chosen']>(
    (target, saved) => saving.get(targetText(target)) ?? saved,
    [saving],
  );
  return useMemo(
    () => ({
      previewed,
      of: (target, saved) =>
        previewed && targetText(previewed.target) === targetText(target)
          ? previewed.color
          : chosen(target, saved),
      chosen,
      isSaving: (target) => saving.has(targetText(target)),
      preview,
      save,
    }),
    [previewed, saving, chosen, preview, save],
  );
}
