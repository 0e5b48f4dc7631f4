import { Activity, type ReactNode, useState } from 'react';
import { DisplayedAddress, useAddress } from '../platform/address.ts';
import { IsDisplayed } from './is-displayed.ts';

/** Keeps its content while another tab is selected: hidden, without requests, at its last URL. */
export function KeptPanel({
  tab,
  tabs,
  chosen,
  className,
  children,
}: {
  tab: string;
  tabs: string;
  chosen: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  const address = useAddress();
  const [kept, setKept] = useState<{ address: typeof address; children: ReactNode } | null>(null);
  if (chosen && (kept?.address !== address || kept.children !== children)) setKept({ address, children });
  if (!kept) return null;
  return (
    <Activity mode={chosen ? 'visible' : 'hidden'}>
      <div
        role="tabpanel"
        id={`${tabs}-panel-${tab}`}
        aria-labelledby={`${tabs}-tab-${tab}`}
        className={className}
      >
        <IsDisplayed value={chosen}>
          <DisplayedAddress value={kept.address}>{kept.children}</DisplayedAddress>
        </IsDisplayed>
      </div>
    </Activity>
  );
}
