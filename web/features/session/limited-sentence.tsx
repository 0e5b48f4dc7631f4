import { Text } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { config } from '../../platform/config.ts';
import { useSession } from '../../platform/session-store.ts';
import { SupportAddress } from '../../ui/support-address.tsx';

/** Why the session is limited. Verifying would not lift a limit by role, so that names whom to contact. */
export function LimitedSentence({ byRole }: { byRole: boolean }) {
  const session = useSession();
  if (session?.secondFactorMissing)
    return (
      <Text inherit>
        {messages.secondFactorMissing} Ask <SupportAddress address={config().provider.supportAddress} /> for a
        recovery code. Log in with it, then add a passkey or phone number.
      </Text>
    );
  return (
    <>
      <Text inherit>{messages.limitedAccess}</Text>
      {byRole && (
        <Text inherit mt={4}>
          Ask <SupportAddress address={config().provider.supportAddress} /> for full access
        </Text>
      )}
    </>
  );
}
