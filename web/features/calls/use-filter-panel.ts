import { useEffect, useId, useRef, useState } from 'react';
import { useScope } from '../scope/index.ts';
import type { ShowList } from './call-list.ts';
import {
  filtersOn,
  filtersSet,
  listWithout,
  type PanelFilter,
  panelIsOpen,
  type PanelState,
  turnedOff,
  turnedOn,
  untouchedPanel,
} from './filter-panel-state.ts';
import type { ListState } from './list-address.ts';

export interface FilterPanelControl {
  id: string;
  opened: boolean;
  set: number;
  panel: PanelState;
  change: (next: PanelState) => void;
  toggle: () => void;
}

/** Panel of a list; resets when accounts, dates or campaign type change. */
export function useFilterPanel(list: ListState): FilterPanelControl {
  const id = useId();
  const { scope } = useScope();
  const [panel, setPanel] = useState(untouchedPanel);
  const scopeText = JSON.stringify(scope);
  const [panelScope, setPanelScope] = useState(scopeText);
  if (panelScope !== scopeText) {
    setPanelScope(scopeText);
    setPanel(untouchedPanel);
  }
  const opened = panelIsOpen(list, panel);
  return {
    id,
    opened,
    set: filtersSet(list),
    panel,
    change: setPanel,
    toggle: () => setPanel({ ...panel, opened: !opened }),
  };
}

export function useFilterSwitches(
  { panel, change }: Pick<FilterPanelControl, 'panel' | 'change'>,
  list: ListState,
  onShow: ShowList,
) {
  const element = useRef<HTMLElement>(null);
  const on = filtersOn(list, panel);
  const pendingFocus = useRef<PanelFilter | null>(null);
  const [lastTurnedOn, setLastTurnedOn] = useState<PanelFilter | null>(null);
  // the new filter's field gets the focus after the menu has released it
  useEffect(() => {
    if (pendingFocus.current === null) return;
    element.current
      ?.querySelector<HTMLInputElement>(`[data-filter="${pendingFocus.current}"] input`)
      ?.focus();
    pendingFocus.current = null;
  });
  const turnOn = (filter: PanelFilter) => {
    change(turnedOn(panel, filter));
    setLastTurnedOn(filter);
    pendingFocus.current = filter;
  };
  const turnOff = (filter: PanelFilter) => {
    change(turnedOff(panel, filter));
    onShow((before) => listWithout(before, filter) ?? before);
    // the field disappears with the focus in it
    element.current?.querySelector<HTMLButtonElement>('[data-add-filter]')?.focus();
  };
  return {
    element,
    on,
    lastTurnedOn,
    turnOff,
    toggle: (filter: PanelFilter) => (on.includes(filter) ? turnOff(filter) : turnOn(filter)),
  };
}
