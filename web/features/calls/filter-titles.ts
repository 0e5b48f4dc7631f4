import { filterNames } from '@mailcall/contract/rules/filter-names.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import type { PanelFilter } from './filter-panel-state.ts';

/** Titles that differ from the name of a value. */
const pluralTitles: Partial<Record<PanelFilter, string>> = {
  offer: 'Offers',
  service: 'Services',
  insurance: 'Insurance',
};

/** Title in the panel and its menu. */
export const filterTitle = (filter: PanelFilter, wording: Wording) =>
  labelText(pluralTitles[filter] ?? filterNames[filter], wording);
