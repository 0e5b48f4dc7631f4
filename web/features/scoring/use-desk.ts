import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { calibrationServer, type DeskServer, deskServer, optionsQuery, rubricQuery } from './api.ts';
import { ScoringDesk } from './desk.ts';

/** `callId`: opened first; null for the next one. `accountIds`: with commas; '' for all. `setId`: calibration set. A closed tab gives the calls back. */
export function useScoringDesk(
  callId: string | null,
  { accountIds, setId }: { accountIds: string; setId: string | null },
): ScoringDesk {
  const client = useQueryClient();
  const [desk] = useState(() => {
    const readOptions: DeskServer['options'] = async (accountId, options) => {
      const query = optionsQuery(accountId);
      if (options?.fresh) await client.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' });
      return client.fetchQuery(query);
    };
    const server =
      setId === null
        ? deskServer(readOptions, accountIds === '' ? null : accountIds.split(','))
        : calibrationServer(readOptions, setId);
    return new ScoringDesk(server, () => client.getQueryData(rubricQuery().queryKey)?.version ?? '1');
  });
  useEffect(() => {
    desk.start(callId);
    const leave = () => desk.leave();
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) desk.start(null);
    };
    const retry = () => desk.retry();
    const touch = () => desk.touch();
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    window.addEventListener('online', retry);
    window.addEventListener('keydown', touch);
    window.addEventListener('pointerdown', touch);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
      window.removeEventListener('online', retry);
      window.removeEventListener('keydown', touch);
      window.removeEventListener('pointerdown', touch);
      desk.close();
    };
  }, [desk, callId]);
  return desk;
}

export const useDeskState = (desk: ScoringDesk) => useSyncExternalStore(desk.subscribe, desk.read);
