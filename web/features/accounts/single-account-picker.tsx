import { Button, Group, Radio, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { IconSearch } from '@tabler/icons-react';
import { type CSSProperties, useId, useMemo, useState } from 'react';
import { useSession } from '../../platform/session-store.ts';
import classes from './account-picker.module.css';
import { type AccountChoice, accountChoices } from './account-choices.ts';
import { lineHeight, useVirtualLines } from './virtual-lines.ts';

export function SingleAccountPicker({
  selectedId,
  onCancel,
  onApply,
}: {
  selectedId: string;
  onCancel: () => void;
  onApply: (accountId: string) => void;
}) {
  const accounts = useSession()?.accounts;
  const [picked, setPicked] = useState(selectedId);
  const [searchText, setSearchText] = useState('');
  const all = useMemo(() => accountChoices(accounts ?? []), [accounts]);
  const found = useMemo(() => accountChoices(accounts ?? [], searchText), [accounts, searchText]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onApply(picked);
      }}
    >
      <Stack gap="sm">
        <TextInput
          aria-label="Search accounts"
          placeholder="Search accounts"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={searchText}
          onChange={(event) => setSearchText(event.currentTarget.value)}
          data-autofocus
        />
        <div className={classes.listArea} style={{ '--account-lines': all.length } as CSSProperties}>
          {found.length === 0 ? (
            <Text c="dimmed" ta="center" py="xl" role="status">
              {messages.noAccountsFound}
            </Text>
          ) : (
            // a new search starts a new list at its selected account
            <AccountChoices key={searchText} choices={found} picked={picked} onPick={setPicked} />
          )}
        </div>
        <VisuallyHidden role="status">
          {searchText.trim() !== '' && found.length > 0 ? `${found.length} found` : ''}
        </VisuallyHidden>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" h={44} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" h={44}>
            Apply
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function AccountChoices({
  choices,
  picked,
  onPick,
}: {
  choices: readonly AccountChoice[];
  picked: string;
  onPick: (accountId: string) => void;
}) {
  const name = useId();
  const { list, virtualizer, onKeyDown, onFocus } = useVirtualLines({
    count: choices.length,
    keyOf: (index) => choices[index]?.id ?? index,
    initialIndex: Math.max(
      0,
      choices.findIndex(({ id }) => id === picked),
    ),
    onStep: (index) => {
      const choice = choices[index];
      if (choice) onPick(choice.id);
    },
  });
  return (
    // the keys move between the radio buttons inside; the box itself is not a control
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={list} className={classes.list} onKeyDown={onKeyDown} onFocus={onFocus}>
      <div
        role="radiogroup"
        aria-label="Accounts"
        className={classes.lines}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const choice = choices[index];
          if (!choice) return null;
          return (
            <label
              key={key}
              data-index={index}
              className={`${classes.line} ${classes.name}`}
              style={{ height: lineHeight, transform: `translateY(${start}px)` }}
              htmlFor={`${name}-${index}`}
            >
              <Radio
                id={`${name}-${index}`}
                name={name}
                value={choice.id}
                checked={choice.id === picked}
                onChange={() => onPick(choice.id)}
              />
              <span className={classes.nameText}>
                {choice.name}
                {(choice.officeCount > 0 || choice.groupName !== null) && (
                  <Text span size="sm" c="dimmed">
                    {' · '}
                    {choice.officeCount > 0 ? `group of ${thousands(choice.officeCount)}` : choice.groupName}
                  </Text>
                )}
              </span>
            </label>
          );
        })}
      </div>
    </div>
  );
}
