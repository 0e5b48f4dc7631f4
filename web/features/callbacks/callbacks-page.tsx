import { IconArrowLeft } from '@tabler/icons-react';
import { paths } from '../../paths.ts';
import { useAddressPart } from '../../platform/address.ts';
import { DeferredPage } from '../../ui/deferred.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { SaveViewButton } from '../saved-views/index.ts';
import { ScopeBar, scopeNames } from '../scope/index.ts';
import { CallbackDesk } from './callback-desk.tsx';
import { useDesk } from './use-desk.ts';

export function CallbacksPage() {
  const scope = useAddressPart(scopeNames);
  const { state } = useDesk();
  return (
    <>
      <PageHead
        title="Callbacks"
        action={<SaveViewButton />}
        aside={<ScopeBar accountsOnly={!state.figures} />}
      >
        <PageLink to={paths.scoreboard} search={scope} icon={IconArrowLeft}>
          Scoreboard
        </PageLink>
      </PageHead>
      <DeferredPage>
        <CallbackDesk />
      </DeferredPage>
    </>
  );
}
