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
import { chosenOrder, rememberOrder } from './chosen-order.ts';
import { figuresTab } from './desk-address.ts';
import type { Desk } from './use-desk.ts';

const titles: Readonly<Record<CallbackList, string>> = {
  'to-call': 'To call',
  snoozed: 'Snoozed',
  closed: 'Closed',
};

const orderTexts: Readonly<Record<CallbackOrder, string>> = {
  newest: 'Newest first',
  urgency: 'Most urgent first',
  waiting: 'Longest wait first',
};

const tabsId = 'callbacks';

export function DeskTabs({
  desk: { state, show },
  counts,
  children,
}: {
  desk: Desk;
  counts: CallbackCounts | undefined;
  children: ReactNode;
}) {
  const open = state.figures ? figuresTab : state.list;
  return (
    <Tabs
      id={tabsId}
      value={open}
      activateTabWithKeyboard={false}
      onChange={(value) => {
        const list = callbackStates.find((one) => one === value);
        const closed = { page: 1, caller: null, result: null, rows: null };
        if (value === figuresTab) show({ ...closed, figures: true });
        else if (list && list !== open) show({ ...closed, figures: false, list });
      }}
    >
      <div className={classes.tools}>
        <Tabs.List className={classes.lists ?? ''} aria-label="Lists of callers and figures">
          {callbackStates.map((list) => (
            <Tabs.Tab key={list} value={list} className={classes.tab ?? ''}>
              {titles[list]}
              {counts && <span className={classes.count}> ({thousands(counts[list].callers)})</span>}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value={figuresTab} className={classes.tab ?? ''}>
            Figures
          </Tabs.Tab>
        </Tabs.List>
        {open === 'to-call' && (
          <NativeSelect
            aria-label="Order of the callers"
            className={classes.sort}
            value={state.sort ?? chosenOrder()}
            onChange={(event) => {
              const sort = callbackOrders.find((one) => one === event.currentTarget.value);
              if (!sort) return;
              rememberOrder(sort);
              show({ sort, page: 1 });
            }}
            data={callbackOrders.map((order) => ({ value: order, label: orderTexts[order] }))}
          />
        )}
      </div>
      <div
        role="tabpanel"
        id={`${tabsId}-panel-${open}`}
        aria-labelledby={`${tabsId}-tab-${open}`}
        tabIndex={-1}
      >
        {children}
      </div>
    </Tabs>
  );
}
