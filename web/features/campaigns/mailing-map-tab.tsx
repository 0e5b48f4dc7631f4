import { Text } from '@mantine/core';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Failed } from '../../ui/answer.tsx';
import { mailingZoneQuery } from './api.ts';

const MailingMap = lazy(() => import('./mailing-map.tsx').then((module) => ({ default: module.MailingMap })));

const loading = (
  <Text ta="center" py="xl" role="status">
    Loading Map...
  </Text>
);

export function MailingMapTab({ mailing }: { mailing: Mailing }) {
  if (mailing.zone === null) {
    return (
      <Text c="dimmed" ta="center" py="xl" role="status">
        The zone of this mailing is not known yet.
      </Text>
    );
  }
  return <ZoneMap mailing={mailing} zoneId={mailing.zone} />;
}

function ZoneMap({ mailing, zoneId }: { mailing: Mailing; zoneId: string }) {
  const query = useQuery(mailingZoneQuery(mailing.id, zoneId));
  if (query.isPending) return loading;
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Suspense fallback={loading}>
      <MailingMap zone={query.data} pieces={mailing.quantity} />
    </Suspense>
  );
}
