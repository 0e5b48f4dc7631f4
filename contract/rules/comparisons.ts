/** What the figures of some dates can be compared with, as a page's address names it. */
export const comparisons = ['before', 'year-ago'] as const;
export type Comparison = (typeof comparisons)[number];

/** The labels of the comparisons. */
export const comparisonLabels: Record<Comparison, string> = {
  before: 'The period before',
  'year-ago': 'The same weeks a year ago',
};
