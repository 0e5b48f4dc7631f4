import { Alert, Button, Group, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { IconAlertCircle, IconSearch } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useMemo, useRef } from 'react';
import { AccountList } from './account-list.tsx';
import classes from './account-picker.module.css';
import { type AccountNode, linesOf, officesOf } from './account-tree.ts';
import { type PickedAccounts, useAccountPicker, useListedAccounts } from './use-account-picker.ts';

export function AccountPicker({
  tree,
  offices,
  hidden,
  onCancel,
  onApply,
}: {
  tree: readonly AccountNode[];
  offices: ReadonlySet<string>;
  hidden: ReadonlySet<string>;
  onCancel: () => void;
  onApply: (picked: PickedAccounts) => void;
}) {
  const picker = useAccountPicker({ tree, offices, hidden, onApply });
  const list = useListedAccounts(tree, picker);
  const allLines = useMemo(() => linesOf(tree), [tree]);
  const officeCounts = useMemo(
    () => new Map(allLines.map(({ node }) => [node.account.id, node.officeIds.length])),
    [allLines],
  );
  return (
    <Stack gap="sm">
      <SearchInput text={list.searchText} onChange={list.setSearchText} />
      <Group justify="space-between" gap="xs">
        <SelectedCount
          selected={picker.selected.size}
          total={officesOf(tree).length}
          hidden={picker.hidden.size}
        />
        <BulkButtons picker={picker} list={list} />
      </Group>
      <div className={classes.listArea} style={{ '--account-lines': allLines.length } as CSSProperties}>
        {list.lines.length === 0 ? (
          <Text c="dimmed" ta="center" py="xl" role="status">
            {messages.noAccountsFound}
          </Text>
        ) : (
          <AccountList
            lines={list.lines}
            officeCounts={officeCounts}
            selected={picker.selected}
            hidden={list.showsHidden}
            onSelect={picker.select}
            onHide={picker.hide}
          />
        )}
      </div>
      <VisuallyHidden role="status">
        {list.isSearch && list.lines.length > 0 ? `${list.foundOffices.length} found` : ''}
      </VisuallyHidden>
      {picker.problem && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {picker.problem}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button onClick={picker.apply}>Apply</Button>
      </Group>
    </Stack>
  );
}

function SearchInput({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  // the dialog focused its first field before this one was loaded
  useEffect(() => field.current?.focus(), []);
  return (
    <TextInput
      aria-label="Search accounts"
      placeholder="Search accounts"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      ref={field}
    />
  );
}

function SelectedCount({ selected, total, hidden }: { selected: number; total: number; hidden: number }) {
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      {selected === 0
        ? messages.noAccountsSelected
        : `${thousands(selected)} of ${thousands(total)} selected`}
      {hidden > 0 && `, ${thousands(hidden)} hidden`}
    </Text>
  );
}

function BulkButtons({
  picker: { hidden, select },
  list: { showsHidden, toggleHidden, isSearch, foundOffices },
}: {
  picker: ReturnType<typeof useAccountPicker>;
  list: ReturnType<typeof useListedAccounts>;
}) {
  return (
    <Group gap={4}>
      {hidden.size > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={toggleHidden} aria-pressed={showsHidden}>
          {showsHidden ? 'Back to the list' : 'Show hidden'}
        </Button>
      )}
      {!showsHidden && (
        <>
          <Button variant="subtle" size="compact-sm" onClick={() => select(foundOffices, true)}>
            {isSearch ? 'Select found' : 'Select all'}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => select(foundOffices, false)}>
            {isSearch ? 'Unselect found' : 'Select none'}
          </Button>
        </>
      )}
    </Group>
  );
}
