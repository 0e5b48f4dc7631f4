import { Alert, Button, Group, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { IconAlertCircle, IconSearch } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import classes from './account-choice.module.css';
import { AccountList } from './account-list.tsx';
import {
  type AccountNode,
  hiddenOnly,
  linesOf,
  officesOf,
  searchTree,
  withoutHidden,
} from './account-tree.ts';

/** The choice of accounts: nothing holds until Apply. */
export function AccountChoice({
  tree,
  offices,
  hidden,
  onCancel,
  onApply,
}: {
  tree: readonly AccountNode[];
  /** Selected so far. */
  offices: ReadonlySet<string>;
  /** Hidden so far. */
  hidden: ReadonlySet<string>;
  onCancel: () => void;
  onApply: (
    offices: ReadonlySet<string>,
    hidden: ReadonlySet<string>,
    visible: readonly AccountNode[],
  ) => void;
}) {
  const searchField = useRef<HTMLInputElement>(null);
  // the dialog has looked for its first field before this was loaded
  useEffect(() => searchField.current?.focus(), []);
  const [chosen, setChosen] = useState(offices);
  const [nowHidden, setNowHidden] = useState(hidden);
  const [searchText, setSought] = useState('');
  const [hiddenShown, showHidden] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);
  const visible = useMemo(() => withoutHidden(tree, nowHidden), [tree, nowHidden]);
  const concealed = useMemo(() => hiddenOnly(tree, nowHidden), [tree, nowHidden]);
  const inHidden = hiddenShown && concealed.length > 0;
  const found = useMemo(
    () => searchTree(inHidden ? concealed : visible, searchText),
    [inHidden, concealed, visible, searchText],
  );
  const lines = useMemo(() => linesOf(found), [found]);
  const total = officesOf(tree).length;
  const totals = useMemo(
    () => new Map(linesOf(tree).map(({ node }) => [node.account.id, node.officeIds.length])),
    [tree],
  );

  const choose = (ids: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
    setAlert(null);
  };
  const hide = (ids: readonly string[], on: boolean) => {
    const next = new Set(nowHidden);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setNowHidden(next);
    // a hidden account leaves the scope; one that is shown again comes back into it
    choose(ids, !on);
  };
  const apply = () =>
    chosen.size === 0 ? setAlert(messages.noAccountChosen) : onApply(chosen, nowHidden, visible);

  return (
    <Stack gap="sm">
      <TextInput
        aria-label="Search accounts"
        placeholder="Search accounts"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={searchText}
        onChange={(event) => setSought(event.currentTarget.value)}
        ref={searchField}
      />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" aria-live="polite">
          {chosen.size === 0
            ? messages.noAccountsSelected
            : `${chosen.size.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} selected`}
          {nowHidden.size > 0 && `, ${nowHidden.size.toLocaleString('en-US')} hidden`}
        </Text>
        <Group gap={4}>
          {nowHidden.size > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => showHidden(!inHidden)}
              aria-pressed={inHidden}
            >
              {inHidden ? 'Back to the list' : 'Show hidden'}
            </Button>
          )}
          {!inHidden && (
            <>
              <Button variant="subtle" size="compact-sm" onClick={() => choose(officesOf(found), true)}>
                {searchText.trim() ? 'Select found' : 'Select all'}
              </Button>
              <Button variant="subtle" size="compact-sm" onClick={() => choose(officesOf(found), false)}>
                {searchText.trim() ? 'Unselect found' : 'Select none'}
              </Button>
            </>
          )}
        </Group>
      </Group>
      <div className={classes.place} style={{ '--account-lines': linesOf(tree).length } as CSSProperties}>
        {lines.length === 0 ? (
          <Text c="dimmed" ta="center" py="xl" role="status">
            {messages.noAccountsFound}
          </Text>
        ) : (
          <AccountList
            lines={lines}
            totals={totals}
            chosen={chosen}
            hidden={inHidden}
            onChoose={choose}
            onHide={hide}
          />
        )}
      </div>
      <VisuallyHidden role="status">
        {searchText.trim() && lines.length > 0 ? `${officesOf(found).length} found` : ''}
      </VisuallyHidden>
      {alert && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {alert}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button onClick={apply}>Apply</Button>
      </Group>
    </Stack>
  );
}
