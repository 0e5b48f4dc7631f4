import { usePageTitle } from '../../ui/page-heading.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { useOnce } from './use-once.ts';

/** Runs a link's action and shows what is happening. */
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
