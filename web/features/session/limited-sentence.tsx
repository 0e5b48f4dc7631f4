import { Text } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { config } from '../../platform/config.ts';
import { SupportAddress } from '../../ui/support-address.tsx';

/** Why the session is limited. A limit by role names whom to contact, because verifying would not lift it. */
export function LimitedSentence({ byRole }: { byRole: boolean }) {
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
