import { lazy, memo, Suspense } from 'react';
import { useNearWindow } from '../../ui/use-near-window.ts';
import type { ScopeState } from '../scope/index.ts';
import classes from './calls-over-time-place.module.css';

const CallsOverTimeCard = lazy(() =>
  import('./calls-over-time-card.tsx').then((module) => ({ default: module.CallsOverTimeCard })),
);

export const CallsOverTime = memo(function CallsOverTime({
  scope,
  compact,
}: {
  scope: ScopeState['query'];
  compact: boolean;
}) {
  const { ref, isNear } = useNearWindow<HTMLDivElement>('80px');
  return (
    <div ref={ref} className={compact ? classes.compact : classes.place}>
      {isNear && (
        <Suspense>
          <CallsOverTimeCard scope={scope} compact={compact} />
        </Suspense>
      )}
    </div>
  );
});
