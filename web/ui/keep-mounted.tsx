// Keeps what a tab drew while another is selected: drawing the Overview takes half a second with the processor slowed four times.
// React's `Activity` hides the panel and removes its effects, so that it sends no requests and going back takes one paint.
// A hidden panel keeps its URL parameters through `AddressContext`; without it the selected tab's parameters would render it again.
// Layers are portals, which `Activity` does not hide: they ask `useIsDisplayed`, or keep their state in `useOpened`.
import { Activity, createContext, type ReactNode, useContext, useState } from 'react';
import { AddressContext, useAddress } from '../platform/address.ts';

const IsDisplayed = createContext(true);

export const useIsDisplayed = (): boolean => useContext(IsDisplayed);

/** State of a layer over the page; resets to closed when its tab is left. */
export function useOpened(): [opened: boolean, setOpened: (opened: boolean) => void] {
  const isDisplayed = useIsDisplayed();
  const [opened, setOpened] = useState(false);
  if (opened && !isDisplayed) setOpened(false);
  return [opened && isDisplayed, setOpened];
}

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
