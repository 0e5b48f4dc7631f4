import type { Design } from '@mailcall/contract/designs.ts';
import { useEffect, useRef, useState } from 'react';
import { automatically } from '../../platform/api.ts';
import { watchChanges } from '../live/index.ts';
import { refetchDesigns } from './api.ts';

/**
 * Keeps a design up to date: refetches it when another screen or the provider has changed it, also after a lost connection
 * and when the page becomes visible again. Returns whether updates are being received.
 */
export function useDesignUpdates({ id, accountId, revision }: Design): boolean {
  const knownRevision = useRef(revision);
  const [isConnected, setConnected] = useState(true);
  useEffect(() => {
    knownRevision.current = revision;
  });
  useEffect(() => {
    const refetch = () => void automatically(() => refetchDesigns());
    return watchChanges(
      { accountIds: [accountId] },
      {
        onOpen() {
          setConnected(true);
          // it may have changed since it was requested
          refetch();
        },
        onChange({ designs }) {
          const changed = designs?.find((design) => design.id === id);
          if (designs === null || (changed && changed.revision !== knownRevision.current)) refetch();
        },
        onLost: () => setConnected(false),
      },
    );
  }, [id, accountId]);
  return isConnected;
}
