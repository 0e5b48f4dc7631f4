import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '../../platform/idle-queue.ts';
import type { ScopeState } from '../scope/index.ts';

/** What keeps a screen up to date. */
interface LiveProps {
  scope: ScopeState['query'];
  /** Whether the screen shows the state of designs. */
  showsDesigns?: boolean;
}

/** Keeps the screen of a scope up to date, once the page is drawn: its file is not part of what the page starts with. */
export function LiveUpdates({ scope, showsDesigns = false }: LiveProps) {
  const [Button, setButton] = useState<ComponentType<Required<LiveProps>> | null>(null);
  useEffect(
    () =>
      whenIdle(
        () =>
          void import('./live-button.tsx').then(
            ({ LiveButton }) => setButton(() => LiveButton),
            // the page is complete without it
            () => {},
          ),
      ),
    [],
  );
  return Button && <Button scope={scope} showsDesigns={showsDesigns} />;
}
