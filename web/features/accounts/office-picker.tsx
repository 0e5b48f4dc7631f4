import { Button, Group, Radio, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { IconSearch } from '@tabler/icons-react';
import { type CSSProperties, useId, useMemo, useState } from 'react';
import { useSession } from '../../platform/session-store.ts';
import classes from './account-picker.module.css';
import { type OfficeChoice, officeChoices } from './office-choices.ts';
import { lineHeight, useVirtualLines } from './virtual-lines.ts';

/** Selects one of the person's offices; nothing takes effect before Apply. */
export function OfficePicker({
  selectedId,
  onCancel,
  onApply,
}: {
  selectedId: string;
  onCancel: () => void;
  onApply: (officeId: string) => void;
}) {
  const accounts = useSession()?.accounts;
  const [picked, setPicked] = useState(selectedId);
  const [searchText, setSearchText] = useState('');
  const all = useMemo(() => officeChoices(accounts ?? []), [accounts]);
  const found = useMemo(() => officeChoices(accounts ?? [], searchText), [accounts, searchText]);
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
            // another search is another list, which begins at its selected office
            <OfficeList key={searchText} offices={found} picked={picked} onPick={setPicked} />
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

/** The offices as radio buttons; arrow keys select the next or previous one. */
function OfficeList({
  offices,
  picked,
  onPick,
}: {
  offices: readonly OfficeChoice[];
  picked: string;
  onPick: (officeId: string) => void;
}) {
  const name = useId();
  const { list, virtualizer, onKeyDown, onFocus } = useVirtualLines({
    count: offices.length,
    keyOf: (index) => offices[index]?.id ?? index,
    initialIndex: Math.max(
      0,
      offices.findIndex(({ id }) => id === picked),
    ),
    onStep: (index) => {
      const office = offices[index];
      if (office) onPick(office.id);
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
          const office = offices[index];
          if (!office) return null;
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
                value={office.id}
                checked={office.id === picked}
                onChange={() => onPick(office.id)}
              />
              <span className={classes.nameText}>
                {office.name}
                {office.groupName !== null && (
                  <Text span size="sm" c="dimmed">
                    {` · ${office.groupName}`}
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
