import { Button, Menu, Text } from '@mantine/core';
import type { PatientList } from '@mailcall/contract/patient-lists.ts';
import type { RequestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { AccountName } from '../accounts/index.ts';
import { patientListsQuery } from './api.ts';
import { DownloadAuditDialog } from './download-audit-dialog.tsx';

export function HouseholdsDownload({
  accounts,
  visibleIds,
}: {
  accounts: RequestedAccounts;
  visibleIds: readonly string[];
}) {
  const { data } = useQuery(patientListsQuery(accounts));
  const [chosen, setChosen] = useState<PatientList | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setChosen(null);
    button.current?.focus();
  };
  const lists = data?.records.filter(({ id }) => visibleIds.includes(id)) ?? [];
  const [only, ...others] = lists;
  if (!only) return null;
  const hasSeveralOffices = others.some(({ accountId }) => accountId !== only.accountId);
  const icon = <IconDownload size={18} aria-hidden />;
  return (
    <>
      {others.length === 0 ? (
        <Button ref={button} variant="default" h={44} leftSection={icon} onClick={() => setChosen(only)}>
          Download audit
        </Button>
      ) : (
        <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button ref={button} variant="default" h={44} leftSection={icon}>
              Download audit
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {lists.map((list) => (
              <Menu.Item key={list.id} onClick={() => setChosen(list)}>
                {list.name}
                {hasSeveralOffices && (
                  <Text size="xs" c="dimmed">
                    <AccountName of={list} />
                  </Text>
                )}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {chosen && <DownloadAuditDialog list={chosen} onClose={close} />}
    </>
  );
}
