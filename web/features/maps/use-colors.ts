import { colorOutsidePalette } from '@mailcall/contract/rules/map-colors.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { replaceColor, saveColor } from './api.ts';
import { type MapTarget, targetText } from './map-target.ts';

export interface Colors {
  previewed: { target: MapTarget; color: string } | null;
  of: (target: MapTarget, saved: string) => string;
  chosen: (target: MapTarget, saved: string) => string;
  /** The color, outside of the palette, that it had when the screen was opened; null for one of the palette. */
  ownColor: (target: MapTarget, saved: string) => string | null;
  isSaving: (target: MapTarget) => boolean;
  /** Displays a color until the next call; null ends the preview of this target. */
  preview: (target: MapTarget, color: string | null) => void;
  /** Saves a color. If that fails, the color is put back and the failure is only logged. */
  save: (target: MapTarget, color: string, campaignType?: string | null) => Promise<void>;
}

const isSame = (one: MapTarget, other: MapTarget) => targetText(one) === targetText(other);

/** Saves each target's colors in sequence; of several waiting ones only the last. */
class SavedInOrder {
  readonly #newest = new Map<string, symbol>();
  readonly #turns = new Map<string, Promise<void>>();

  /** Saves a color; returns false if a newer one was chosen meanwhile. A failure is only logged. */
  async save(
    client: QueryClient,
    ...[target, color, campaignType]: Parameters<typeof saveColor>
  ): Promise<boolean> {
    const text = targetText(target);
    const choice = Symbol(text);
    this.#newest.set(text, choice);
    const isNewest = () => this.#newest.get(text) === choice;
    const turn = (this.#turns.get(text) ?? Promise.resolve()).then(async () => {
      if (!isNewest()) return;
      try {
        await saveColor(target, color, campaignType);
        await replaceColor(client, target, color);
      } catch (error) {
        console.warn('The color could not be saved.', error);
      }
    });
    this.#turns.set(text, turn);
    await turn;
    return isNewest();
  }
}

/** Colors outside of the palette by target; they stay among the choices after another was chosen. */
class OwnColors {
  readonly #known = new Map<string, string>();

  of(target: string, saved: string): string | null {
    const color = colorOutsidePalette(saved);
    if (color !== null) this.#known.set(target, color);
    return this.#known.get(target) ?? null;
  }
}

export function useColors(): Colors {
  const client = useQueryClient();
  const [inOrder] = useState(() => new SavedInOrder());
  const [previewed, setPreviewed] = useState<Colors['previewed']>(null);
  const [saving, setSaving] = useState<ReadonlyMap<string, string>>(new Map());
  const preview = useCallback<Colors['preview']>((target, color) => {
    setPreviewed((before) => {
      if (color !== null) return { target, color };
      return before && isSame(before.target, target) ? null : before;
    });
  }, []);
  const save = useCallback<Colors['save']>(
    async (target, color, campaignType = null) => {
      const text = targetText(target);
      setSaving((before) => new Map(before).set(text, color));
      setPreviewed(null);
      if (!(await inOrder.save(client, target, color, campaignType))) return;
      setSaving((before) => {
        const next = new Map(before);
        next.delete(text);
        return next;
      });
    },
    [client, inOrder],
  );
  const chosen = useCallback<Colors['chosen']>(
    (target, saved) => saving.get(targetText(target)) ?? saved,
    [saving],
  );
  const [ownColors] = useState(() => new OwnColors());
  return useMemo(
    () => ({
      previewed,
      ownColor: (target, saved) => ownColors.of(targetText(target), saved),
      of: (target, saved) =>
        previewed && isSame(previewed.target, target) ? previewed.color : chosen(target, saved),
      chosen,
      isSaving: (target) => saving.has(targetText(target)),
      preview,
      save,
    }),
    [previewed, saving, chosen, preview, save, ownColors],
  );
}
