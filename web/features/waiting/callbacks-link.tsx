import { thousands } from '@mailcall/contract/rules/rates.ts';
import { IconPhoneOutgoing } from '@tabler/icons-react';
import { paths } from '../../paths.ts';
import { useAddressPart } from '../../platform/address.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { scopeNames, useScope } from '../scope/index.ts';
import { useOwnAccess } from '../session/index.ts';
import { usePreloadCallbacks, useWaitingCallers } from './waiting-callers.ts';

/** Link to the callback desk with its number of callers. On phones the strip has it, so that nothing moves; guests see no number. */
export function CallbacksLink() {
  const { query: accounts } = useScope();
  const { counts } = useWaitingCallers(accounts);
  const hasStrip = useOwnAccess();
  const callers = hasStrip ? counts?.['to-call'].callers : undefined;
  return (
    <PageLink
      to={paths.callbacks}
      search={useAddressPart(scopeNames)}
      icon={IconPhoneOutgoing}
      preload={usePreloadCallbacks(accounts)}
      {...(hasStrip && { on: 'wide windows' })}
    >
      Callbacks{callers === undefined ? '' : ` (${thousands(callers)})`}
    </PageLink>
  );
}
