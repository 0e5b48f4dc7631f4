import { usePageTitle } from '../../ui/page-heading.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { useOnce } from './use-once.ts';

/** Stands there while a link does its work, and says what it is. */
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
      <PageLoading whole text={text} />
    </main>
  );
}
