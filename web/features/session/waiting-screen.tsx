import { usePageTitle } from '../../ui/page-heading.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { useEffect, useRef } from 'react';

/** Runs an action once although React may mount a screen twice, because a mailed link's code works once. */
function useOnce(act: () => Promise<void>): void {
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void act();
  }, [act]);
}

export function WaitingScreen({
  title,
  text,
  act,
}: {
  title: string;
  text: string;
  act: () => Promise<void>;
}) {
  usePageTitle(title);
  useOnce(act);
  return (
    <main>
      <PageLoading fullScreen text={text} />
    </main>
  );
}
