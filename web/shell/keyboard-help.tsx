import { Kbd, Modal, Switch, Table, Text } from '@mantine/core';
import { useEffect } from 'react';
import { DeferredLayer } from '../ui/deferred.tsx';
import {
  isKeyEnabled,
  setKeyHelpHandler,
  useKeyHelp,
  useKeyHelpEntries,
  useCharacterKeys,
} from '../platform/keys.ts';

const names: Record<string, string> = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};

const isTextInput = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;

export function KeyboardHelp({
  opened,
  onOpen,
  onClose,
}: {
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
}) {
  const keys = useKeyHelpEntries();
  const [single, setSingle] = useCharacterKeys();
  useKeyHelp([
    { key: '?', description: 'Show this list of keys' },
    { key: 'Escape', description: 'Close the topmost dialog or drawer' },
  ]);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || !isKeyEnabled('?') || isTextInput(event.target)) return;
      event.preventDefault();
      onOpen();
    };
    setKeyHelpHandler(onOpen);
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [onOpen]);
  return (
    <DeferredLayer opened={opened}>
      {(isOpen) => (
        <Modal
          opened={isOpen}
          onClose={onClose}
          title="Keyboard"
          centered
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <Table verticalSpacing="xs" aria-label="Keys">
            <Table.Tbody>
              {keys.map(({ key, description }) => (
                <Table.Tr key={`${key} ${description}`}>
                  <Table.Th scope="row" w={90}>
                    <Kbd>{names[key] ?? key}</Kbd>
                  </Table.Th>
                  <Table.Td>{description}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Switch
            mt="lg"
            checked={single}
            onChange={(event) => setSingle(event.currentTarget.checked)}
            label="Single-character shortcuts"
          />
          <Text size="sm" c="dimmed" mt={4}>
            Turn them off if you dictate, or press them by accident.
          </Text>
        </Modal>
      )}
    </DeferredLayer>
  );
}
