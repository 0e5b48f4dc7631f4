import { filterNames } from '@mailcall/contract/rules/filter-names.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import type { PanelFilter } from './filter-panel-state.ts';

const pluralTitles: Partial<Record<PanelFilter, string>> = {
  offer: 'Offers',
  service: 'Services',
  insurance: 'Insurance',
};

export const filterTitle = (filter: PanelFilter, wording: Wording) =>
  labelText(pluralTitles[filter] ?? filterNames[filter], wording);
