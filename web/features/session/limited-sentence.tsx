import { Text } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { config } from '../../platform/config.ts';
import { useSession } from '../../platform/session-store.ts';
import { SupportAddress } from '../../ui/support-address.tsx';

/**
 * Why the session is limited. A missing second factor says what to do; a limit by role names whom to contact, because
 * verifying would not lift it.
 */
export function LimitedSentence({ byRole }: { byRole: boolean }) {
  const session = useSession();
  if (session?.secondFactorMissing)
    return (
      <Text inherit>
        {messages.secondFactorMissing} Ask <SupportAddress address={config().provider.supportAddress} /> for a
        recovery code. Log in with it, and add a passkey or a phone number in the settings.
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
