import { lazyRouteComponent, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useOwnAccess } from '../session/index.ts';
import { loadParts } from './load-parts.ts';
import { forgetOpened, useOpenedView } from './opened-view.ts';

const ViewLine = lazyRouteComponent(loadParts, 'ViewLine');

export function OpenedViewLine() {
  const opened = useOpenedView();
  const screen = useLocation({ select: ({ pathname }) => `/${pathname.split('/')[1] ?? ''}` });
  const isElsewhere = opened !== null && screen !== opened.path && screen !== '/views';
  useEffect(() => {
    if (isElsewhere) forgetOpened();
  }, [isElsewhere]);
  if (!useOwnAccess() || opened === null || screen !== opened.path) return null;
  return (
    <Suspense fallback={<div style={{ height: '3.25rem' }} />}>
      <ViewLine id={opened.id} />
    </Suspense>
  );
}
