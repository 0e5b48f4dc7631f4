import { DeferredPage } from '../../ui/deferred.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ScreenScope } from '../saved-views/index.ts';
import { CallbackDesk } from './callback-desk.tsx';
import { useDesk } from './use-desk.ts';

export function CallbacksPage() {
  const { state } = useDesk();
  return (
    <>
      <PageHead title="Callbacks" aside={<ScreenScope accountsOnly={!state.figures} />} />
      <DeferredPage>
        <CallbackDesk />
      </DeferredPage>
    </>
  );
}
