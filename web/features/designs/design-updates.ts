import type { Design } from '@mailcall/contract/designs.ts';
import { useEffect, useRef, useState } from 'react';
import { automatically } from '../../platform/api.ts';
import { watchChanges } from '../live/index.ts';
import { refetchDesigns } from './api.ts';

/** Refetches a design after changes by others or a lost connection. Returns whether updates arrive. */
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
          // the design may have changed since it was requested
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
