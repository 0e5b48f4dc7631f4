import { Stack } from '@mantine/core';
import { useCallList, useListPage } from './call-list.ts';
import { CallListPanel } from './call-list-panel.tsx';
import { listsCalls } from './list-address.ts';
import { SubTabs } from './sub-tab-list.tsx';

export function AllCalls() {
  const { list } = useCallList();
  const { calls, appointments } = useListPage(list);
  const answer = listsCalls(list) ? calls : appointments;
  return (
    <Stack gap="md">
      <SubTabs kind={list.kind} loading={answer.isFetching && (answer.isPending || answer.isPlaceholderData)}>
        <CallListPanel key={list.kind} />
      </SubTabs>
    </Stack>
  );
}
