import { dateShortcuts } from '@mailcall/contract/rules/date-shortcuts.ts';
import { datePresets } from '@mailcall/contract/scope/date-range.ts';
import { type DateChoice, dateChoiceLabels } from '@mailcall/contract/scope/scope.ts';

const labeled = (values: readonly DateChoice[]) =>
  values.map((value) => ({ value, label: dateChoiceLabels[value] }));

/** The date choices in groups: presets, shortcuts, and the dialog of a custom range. */
export const dateChoiceGroups = [
  labeled(datePresets.filter((preset) => preset !== 'custom')),
  labeled(dateShortcuts),
  labeled(['custom']),
];
