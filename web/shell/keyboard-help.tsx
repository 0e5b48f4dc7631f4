import { Kbd, Modal, Switch, Table, Text } from '@mantine/core';
import { useEffect } from 'react';
import { keyActs, useKeys, useListedKeys, useSingleKeys } from '../platform/keys.ts';

const names: Record<string, string> = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};

const typing = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;

/** The list of keys that work here; `?` opens it. */
export function KeyboardHelp({
  opened,
  onOpen,
  onClose,
}: {
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
}) {
  const keys = useListedKeys();
  const [single, setSingle] = useSingleKeys();
  useKeys([
    { key: '?', does: 'Show this list of keys' },
    { key: 'Escape', does: 'Close what is open on top' },
  ]);
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || !keyActs('?') || typing(event.target)) return;
      event.preventDefault();
      onOpen();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [onOpen]);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keyboard"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Table verticalSpacing="xs" aria-label="Keys">
        <Table.Tbody>
          {keys.map(({ key, does }) => (
            <Table.Tr key={`${key} ${does}`}>
              <Table.Th scope="row" w={90}>
                <Kbd>{names[key] ?? key}</Kbd>
              </Table.Th>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Switch
        mt="lg"
        checked={single}
        onChange={(event) => setSingle(event.currentTarget.checked)}
        label="Keys of one letter or sign act"
      />
      <Text size="sm" c="dimmed" mt={4}>
        Turn them off if you dictate, or press them by accident.
      </Text>
    </Modal>
  );
}
