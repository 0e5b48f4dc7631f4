import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '../../platform/scheduling.ts';
import type { ScopeState } from '../scope/index.ts';

interface LiveProps {
  scope: ScopeState['query'];
  showsDesigns?: boolean;
}

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
