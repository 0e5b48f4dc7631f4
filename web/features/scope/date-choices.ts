import { dateShortcuts } from '@mailcall/contract/rules/date-shortcuts.ts';
import { datePresets } from '@mailcall/contract/scope/date-range.ts';
import {
  type Comparison,
  comparisonLabels,
  comparisons,
  type DateChoice,
  dateChoiceLabels,
} from '@mailcall/contract/scope/scope.ts';

const labeled = (values: readonly DateChoice[]) =>
  values.map((value) => ({ value, label: dateChoiceLabels[value] }));

export const dateChoiceGroups = [
  labeled(datePresets.filter((preset) => preset !== 'custom')),
  labeled(dateShortcuts),
  labeled(['custom']),
];

export const compareWithTitle = 'Compare with';

export const comparisonOptions: readonly { value: Comparison | 'off'; label: string }[] = [
  ...comparisons.map((value) => ({ value, label: comparisonLabels[value] })),
  { value: 'off', label: 'Off' },
];
