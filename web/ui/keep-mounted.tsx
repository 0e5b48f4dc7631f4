/*
 * Keep mounted: a tab keeps what it drew while another tab is selected.
 *
 * Why it exists: drawing the Overview again takes half a second with the processor slowed four times. React's `Activity` hides
 * the panel instead, so that going back to it takes one paint. Its effects are removed while it is hidden, so it sends no
 * requests.
 *
 * - A hidden panel keeps the URL parameters that it had, through `AddressContext`. Otherwise it would render again for each
 *   parameter of the selected tab.
 * - Layers are portals, which `Activity` does not hide. They ask `useIsDisplayed`, or keep their state in `useOpened`, and
 *   close when their tab is left.
 */
import { Activity, createContext, type ReactNode, useContext, useState } from 'react';
import { AddressContext, useAddress } from '../platform/address.ts';

const IsDisplayed = createContext(true);

/** Whether the surrounding tab is selected. Layers over the page close with their tab. */
export const useIsDisplayed = (): boolean => useContext(IsDisplayed);

/** State of a layer over the page; resets to closed when its tab is left. */
export function useOpened(): [opened: boolean, setOpened: (opened: boolean) => void] {
  const isDisplayed = useIsDisplayed();
  const [opened, setOpened] = useState(false);
  if (opened && !isDisplayed) setOpened(false);
  return [opened && isDisplayed, setOpened];
}

/** A tab's panel that keeps its content while another tab is selected: hidden, without requests, at its last URL. */
export function KeepMountedPanel({
  tab,
  tabs,
  selected,
  className,
  children,
}: {
  tab: string;
  tabs: string;
  selected: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  const address = useAddress();
  const [last, setLast] = useState<{ address: typeof address; children: ReactNode } | null>(null);
  if (selected && (last?.address !== address || last.children !== children)) setLast({ address, children });
  if (!last) return null;
  return (
    <Activity mode={selected ? 'visible' : 'hidden'}>
      <div
        role="tabpanel"
        id={`${tabs}-panel-${tab}`}
        aria-labelledby={`${tabs}-tab-${tab}`}
        className={className}
      >
        <IsDisplayed value={selected}>
          <AddressContext value={last.address}>{last.children}</AddressContext>
        </IsDisplayed>
      </div>
    </Activity>
  );
}
