import { modals } from '@mantine/modals';
import {
  type AnyRouter,
  type HistoryLocation,
  type RouterHistory,
  useMatch,
  useRouter,
} from '@tanstack/react-router';
import { createContext, useContext, useEffect, useId } from 'react';
import { paths } from '../paths.ts';
import { parseAddress } from '../platform/address.ts';
import { focusNextFrame } from '../platform/focus-next-frame.ts';
import { currentSession } from '../platform/session-store.ts';

interface UnsavedInput {
  /** Path of its page: it is lost on pages that are not below. */
  path: string;
  /** URL parameters whose change loses it, too. */
  parameters: readonly string[] | undefined;
  layer: string;
}

const inputs = new Set<UnsavedInput>();
let question: string | null = null;
let unblock = () => {};

export const hasUnsavedInput = (): boolean => inputs.size > 0;

/** Asks before `leave` is called. "Keep editing" returns the focus. */
function askBefore(leave: () => void): void {
  if (question !== null) return;
  const before = document.activeElement;
  let discards = false;
  question = modals.openConfirmModal({
    title: 'Discard changes?',
    children: 'Your changes are not saved yet.',
    labels: { confirm: 'Discard changes', cancel: 'Keep editing' },
    closeButtonProps: { 'aria-label': 'Close' },
    cancelProps: { 'data-autofocus': true },
    returnFocus: false,
    centered: true,
    // the header of the dialog below is a landmark already
    attributes: { header: { role: 'none' } },
    // above the dialog with the input
    zIndex: 301,
    onConfirm: () => {
      discards = true;
    },
    onClose: () => {
      // ask later: the same Escape reaches the dialogs below, which would ask again
      setTimeout(() => {
        question = null;
      });
      if (discards) leave();
      // the element that had the focus may be gone
      else
        focusNextFrame(() =>
          before?.isConnected && before !== document.body ? before : document.querySelector('h1'),
        );
    },
  });
}

const isLost = ({ path, parameters }: UnsavedInput, from: HistoryLocation, to: HistoryLocation) => {
  const [before, after] = [parseAddress(from.search), parseAddress(to.search)];
  return (
    !`${to.pathname}/`.startsWith(path) ||
    parameters?.some((name) => String(before[name]) !== String(after[name]))
  );
};

const stepOf = ({ state: { __TSR_index: step } }: HistoryLocation) => step;

/** Stops a navigation that loses input, and repeats it if the person discards the input. */
const blockerOf = (history: RouterHistory): Parameters<RouterHistory['block']>[0] => ({
  enableBeforeUnload: true,
  blockerFn: ({ currentLocation: from, nextLocation: to, action }) => {
    const lost = [...inputs].filter((input) => isLost(input, from, to));
    // without a session nothing can be saved, and a logout has asked already
    if (lost.length === 0 || currentSession() === null || to.pathname === paths.logout) return false;
    askBefore(() => {
      for (const input of lost) remove(input);
      const options = { ignoreBlocker: true };
      if (action === 'PUSH') history.push(to.href, to.state, options);
      else if (action === 'REPLACE') history.replace(to.href, to.state, options);
      else history.go(stepOf(to) - stepOf(from), options);
    });
    return true;
  },
});

function add(input: UnsavedInput, router: AnyRouter): void {
  if (inputs.size === 0) unblock = router.history.block(blockerOf(router.history));
  inputs.add(input);
}

function remove(input: UnsavedInput): void {
  if (!inputs.delete(input) || inputs.size > 0) return;
  unblock();
  if (question !== null) modals.close(question);
}

/** Id of the dialog or form around inputs, which are lost when it closes. */
export const UnsavedLayer = createContext<string | null>(null);

export function closeLayer(layer: string, close: () => void): void {
  if ([...inputs].some((input) => input.layer === layer)) askBefore(close);
  else close();
}

/** Asks before another page, a change of `parameters`, or closing the dialog or window loses the input. Returns a close that asks first. */
export function useUnsavedInput(
  isUnsaved: boolean,
  parameters?: readonly string[],
): (close: () => void) => void {
  const router = useRouter();
  const page = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const own = useId();
  const layer = useContext(UnsavedLayer) ?? own;
  useEffect(() => {
    if (!isUnsaved) return;
    const input = { path: page.endsWith('/') ? page : `${page}/`, parameters, layer };
    add(input, router);
    return () => remove(input);
  }, [isUnsaved, parameters, page, layer, router]);
  return (close) => closeLayer(layer, close);
}
