/** Target marked in map, side panel and tables together: an office, area, zone or household. */
export interface MapTarget {
  kind: (typeof targetKinds)[number];
  id: string;
}

export const targetKinds = ['office', 'area', 'zone', 'household'] as const;

/** Target as text, for URLs and comparisons: 'zone:avl-area-mvp-zone-1'. */
export const targetText = ({ kind, id }: MapTarget): string => `${kind}:${id}`;

export function targetOf(text: string | undefined): MapTarget | null {
  const at = text?.indexOf(':') ?? -1;
  if (text === undefined || at < 0) return null;
  const kind = targetKinds.find((name) => name === text.slice(0, at));
  const id = text.slice(at + 1);
  return kind === undefined || id === '' ? null : { kind, id };
}
