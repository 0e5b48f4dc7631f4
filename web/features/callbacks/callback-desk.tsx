import type { CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect } from 'react';
import { isWithheld } from '../../platform/api.ts';
import { useSmallScreen } from '../../ui/screen-width.ts';
import { useScope } from '../scope/index.ts';
import { callerQuery, callersQuery, callersRequest } from './api.ts';
import { CallerDrawer } from './caller-drawer.tsx';
import { callerKeyOf } from './caller-texts.ts';
import { CallerList } from './caller-list.tsx';
import { CallerPanel, CallerSkeleton } from './caller-panel.tsx';
import classes from './callbacks-page.module.css';
import { DeskFigures } from './desk-figures.tsx';
import { DeskTabs } from './desk-tabs.tsx';
import { EarlierCalls } from './earlier-calls.tsx';
import { ReachedDrawer } from './reached-drawer.tsx';
import { useSelectedCallers } from './selected-callers.tsx';
import type { CallerSteps } from './use-caller-controls.ts';
import { type Desk, focusCaller, useDesk } from './use-desk.ts';
import { useLiveCallers } from './use-live-callers.ts';

const noEntries: readonly CallbackEntry[] = [];

function nextOrPrevious(entries: readonly CallbackEntry[], id: string): string | null {
  const at = entries.findIndex((entry) => entry.id === id);
  return (entries[at + 1] ?? entries[at - 1])?.id ?? null;
}

function stepsOf(desk: Desk, entries: readonly CallbackEntry[], open: string | null, wide: boolean) {
  const go = (id: string | null) => {
    desk.show({ caller: id, result: null }, { replace: true });
    focusCaller(id);
  };
  const step = (by: 1 | -1) => {
    // the second of two quick presses follows the first
    const now = desk.openCaller() === desk.state.caller ? open : desk.openCaller();
    const at = entries.findIndex(({ id }) => id === now);
    const next = entries[at < 0 ? 0 : at + by];
    if (!next) return;
    // a drawer keeps the focus on its content
    desk.show({ caller: next.id, result: null }, { replace: true });
    if (wide) focusCaller(next.id);
  };
  return {
    next: () => step(1),
    previous: () => step(-1),
    onDone(id) {
      // the user may have moved on while it was saved
      if (open !== id || desk.openCaller() !== desk.state.caller) return;
      const other = nextOrPrevious(entries, id);
      if (wide) return go(other);
      desk.show({ caller: null, result: null }, { replace: true });
      focusCaller(other);
    },
    onClosed(ids) {
      if (desk.openCaller() !== desk.state.caller) return;
      const isLeft = (id: string) => !ids.includes(id);
      const left = open !== null && isLeft(open) ? open : (entries.find(({ id }) => isLeft(id))?.id ?? null);
      if (wide) go(left);
      else focusCaller(left);
    },
    onReached: (result) => desk.show({ result }),
  } satisfies CallerSteps & Pick<ComponentProps<typeof CallerList>, 'onClosed'>;
}

/** In a wide window, opens the first caller and keeps it, whoever moves ahead. */
function useFirstCaller(desk: Desk, first: string | undefined, enabled: boolean): void {
  const { state, show } = desk;
  const id = enabled && state.caller === null ? first : undefined;
  useEffect(() => {
    if (id !== undefined) show({ caller: id }, { replace: true });
  }, [id, show]);
}

export function CallbackDesk() {
  const scope = useScope();
  const desk = useDesk();
  const { state, show } = desk;
  const wide = !useSmallScreen();
  const query = useQuery(callersQuery(callersRequest(state, scope.query)));
  useLiveCallers(scope.query);
  const entries = query.data?.records ?? noEntries;
  const checked = useSelectedCallers(entries, `${state.list} ${state.page}`);
  useFirstCaller(desk, entries[0]?.id, wide && !state.figures && !query.isPlaceholderData);
  const details = useQuery({ ...callerQuery(state.caller ?? ''), enabled: state.caller !== null });
  // the URL may name any call of the caller
  const open = state.caller === null ? null : (details.data?.entry.id ?? state.caller);
  const isBeside = wide && (state.caller !== null || entries.length > 0 || query.isLoading);
  const steps = stepsOf(desk, entries, open, wide);
  if (state.figures)
    return (
      <DeskTabs desk={desk} counts={query.data?.counts}>
        <DeskFigures desk={desk} scope={scope} />
      </DeskTabs>
    );
  return (
    <DeskTabs desk={desk} counts={query.data?.counts}>
      {state.list === 'to-call' && <EarlierCalls earlier={query.data?.earlier} scope={scope} />}
      <div className={classes.desk} data-wide={isBeside || undefined}>
        <CallerList
          list={state.list}
          query={query}
          selected={open}
          checked={checked}
          onClosed={steps.onClosed}
          keys={state.caller === null}
          accountIds={scope.accountIds}
          page={state.page}
          onPage={(page, replace = false) => show({ page, caller: null }, { replace })}
        />
        {isBeside && (
          <section className={classes.detail} aria-label="Caller">
            {state.caller === null ? (
              <CallerSkeleton />
            ) : (
              <CallerPanel key={state.caller} id={state.caller} steps={steps} />
            )}
          </section>
        )}
      </div>
      {!wide && state.caller !== null && (
        <CallerDrawer id={state.caller} steps={steps} covered={state.result !== null} onClose={desk.close} />
      )}
      {state.result !== null && details.data && !isWithheld(details.error) && (
        <ReachedDrawer
          key={`${callerKeyOf(details.data.entry)} ${state.result}`}
          details={details.data}
          result={state.result}
          onClose={desk.close}
          onResolved={steps.onDone}
        />
      )}
    </DeskTabs>
  );
}
