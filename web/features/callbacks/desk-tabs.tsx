import { NativeSelect, Tabs } from '@mantine/core';
import type { CallbackCounts } from '@mailcall/contract/callbacks.ts';
import {
  callbackOrders,
  callbackStates,
  type CallbackList,
  type CallbackOrder,
} from '@mailcall/contract/rules/callbacks.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { ReactNode } from 'react';
import classes from './callbacks-page.module.css';
import type { Desk } from './use-desk.ts';

const titles: Readonly<Record<CallbackList, string>> = {
  'to-call': 'To call',
  snoozed: 'Snoozed',
  closed: 'Closed',
};

const orderTexts: Readonly<Record<CallbackOrder, string>> = {
  urgency: 'Most urgent first',
  waiting: 'Longest wait first',
};

const tabsId = 'callbacks';

/** The lists of the desk, each with the number of its callers, and the order of the chosen one. */
export function DeskTabs({
  desk: { state, show },
  counts,
  children,
}: {
  desk: Desk;
  /** Undefined while they are loaded. */
  counts: CallbackCounts | undefined;
  children: ReactNode;
}) {
  return (
    <Tabs
      id={tabsId}
      value={state.list}
      activateTabWithKeyboard={false}
      onChange={(value) => {
        const list = callbackStates.find((one) => one === value);
        if (list && list !== state.list) show({ list, page: 1, caller: null, result: null });
      }}
    >
      <div className={classes.tools}>
        <Tabs.List aria-label="Lists of callers">
          {callbackStates.map((list) => (
            <Tabs.Tab key={list} value={list} className={classes.tab ?? ''}>
              {titles[list]}
              {counts && ` (${thousands(counts[list].callers)})`}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {state.list === 'to-call' && (
          <NativeSelect
            aria-label="Order of the callers"
            className={classes.sort}
            value={state.sort}
            onChange={(event) => {
              const sort = callbackOrders.find((one) => one === event.currentTarget.value);
              if (sort) show({ sort, page: 1 });
            }}
            data={callbackOrders.map((order) => ({ value: order, label: orderTexts[order] }))}
          />
        )}
      </div>
      <div
        role="tabpanel"
        id={`${tabsId}-panel-${state.list}`}
        aria-labelledby={`${tabsId}-tab-${state.list}`}
        tabIndex={-1}
      >
        {children}
      </div>
    </Tabs>
  );
}
