/** Comparison periods, as in a page's URL. */
export const comparisons = ['before', 'year-ago'] as const;
export type Comparison = (typeof comparisons)[number];

export const comparisonLabels: Record<Comparison, string> = {
  before: 'The period before',
  'year-ago': 'The same weeks a year ago',
};
