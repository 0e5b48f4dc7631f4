import { Skeleton } from '@mantine/core';
import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentProps, Suspense } from 'react';
import type { ResolveForm } from './resolve-form.tsx';

const Form = lazyRouteComponent(() => import('./resolve-form.tsx'), 'ResolveForm');

export async function loadResolveForm(): Promise<void> {
  await Form.preload?.();
}

/** Needed only after a press on Resolve, Booked or Reached. */
export function LazyResolveForm(props: ComponentProps<typeof ResolveForm>) {
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <Form {...props} />
    </Suspense>
  );
}
