import { ActionIcon, Checkbox, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './account-picker.module.css';
import type { AccountLine } from './account-tree.ts';
import { lineHeight, useVirtualLines } from './virtual-lines.ts';

type ChangeOffices = (officeIds: readonly string[], on: boolean) => void;

export function AccountList({
  lines,
  officeCounts,
  selected,
  hidden,
  onSelect,
  onHide,
}: {
  lines: readonly AccountLine[];
  /** Offices per account, including hidden ones and those outside the search. */
  officeCounts: ReadonlyMap<string, number>;
  selected: ReadonlySet<string>;
  hidden: boolean;
  onSelect: ChangeOffices;
  onHide: ChangeOffices;
}) {
  const { list, virtualizer, onKeyDown, onFocus } = useVirtualLines({
    count: lines.length,
    keyOf: (index) => lines[index]?.node.account.id ?? index,
  });
  return (
    // the keys move between the controls inside; the box itself is not a control
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={list} className={classes.list} onKeyDown={onKeyDown} onFocus={onFocus}>
      <ul
        className={classes.lines}
        style={{ height: virtualizer.getTotalSize() }}
        aria-label={hidden ? 'Hidden accounts' : 'Accounts'}
      >
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const line = lines[index];
          if (!line) return null;
          return (
            <li
              key={key}
              data-index={index}
              className={classes.line}
              style={{ height: lineHeight, transform: `translateY(${start}px)` }}
              aria-setsize={lines.length}
              aria-posinset={index + 1}
            >
              {hidden ? (
                <div className={classes.name} data-depth={depthOf(line)}>
                  <AccountName line={line} />
                </div>
              ) : (
                <SelectableAccount
                  line={line}
                  selected={selected}
                  officeCount={officeCounts.get(line.node.account.id)}
                  onSelect={onSelect}
                />
              )}
              <HideButton line={line} hidden={hidden} onHide={onHide} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const depthOf = ({ depth }: AccountLine) => Math.min(depth, 2);

function AccountName({ line: { node } }: { line: AccountLine }) {
  const { name } = node.account;
  return (
    <span
      className={node.subAccounts.length > 0 ? `${classes.nameText} ${classes.group}` : classes.nameText}
      title={name}
    >
      {name}
    </span>
  );
}

function SelectableAccount({
  line,
  selected,
  officeCount,
  onSelect,
}: {
  line: AccountLine;
  selected: ReadonlySet<string>;
  officeCount: number | undefined;
  onSelect: ChangeOffices;
}) {
  const id = useId();
  const { officeIds, subAccounts } = line.node;
  const selectedCount = officeIds.filter((office) => selected.has(office)).length;
  return (
    <label className={classes.name} data-depth={depthOf(line)} htmlFor={id}>
      <Checkbox
        id={id}
        checked={selectedCount === officeIds.length}
        indeterminate={selectedCount > 0 && selectedCount < officeIds.length}
        onChange={(event) => onSelect(officeIds, event.currentTarget.checked)}
      />
      <AccountName line={line} />
      {subAccounts.length > 0 && (
        <Text span size="sm" c="dimmed">
          {selectedCount}/{officeCount}
        </Text>
      )}
    </label>
  );
}

function HideButton({
  line: { node },
  hidden,
  onHide,
}: {
  line: AccountLine;
  hidden: boolean;
  onHide: ChangeOffices;
}) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      className={hidden ? undefined : classes.hide}
      aria-label={`${hidden ? 'Show' : 'Hide'} ${node.account.name}`}
      title={hidden ? 'Show again' : 'Hide'}
      onClick={() => onHide(node.officeIds, !hidden)}
    >
      {hidden ? <IconEye size={18} aria-hidden /> : <IconEyeOff size={18} aria-hidden />}
    </ActionIcon>
  );
}
