import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { HiddenText } from '../../ui/hidden-text.tsx';
import { useScope } from '../scope/index.ts';
import { useOwnAccess } from '../session/index.ts';
import { useWaitingCallers } from './waiting-callers.ts';

/** The number of callers who wait, as everywhere; nothing for those who cannot call them. */
export const CallersCount = () => (useOwnAccess() ? <Count /> : null);

function Count() {
  const callers = useWaitingCallers(useScope().query).counts?.['to-call'].callers;
  if (!callers) return null;
  return (
    <>
      <span aria-hidden>{thousands(callers)}</span>
      <HiddenText>{counted(callers, 'person', 'people')} to call back</HiddenText>
    </>
  );
}
