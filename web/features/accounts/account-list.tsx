import { ActionIcon, Checkbox, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import classes from './account-choice.module.css';
import type { AccountLine } from './account-tree.ts';

/** Height of a line in pixels: a finger's target. */
const lineHeight = 44;

/** The accounts as a long list of which only the visible part is drawn; arrow keys step through it. */
export function AccountList({
  lines,
  totals,
  chosen,
  hidden,
  onChoose,
  onHide,
}: {
  lines: readonly AccountLine[];
  /** How many offices each account has, hidden ones and those that a search leaves out included. */
  totals: ReadonlyMap<string, number>;
  chosen: ReadonlySet<string>;
  /** These are the hidden ones: they can be shown again, not chosen. */
  hidden: boolean;
  onChoose: (officeIds: readonly string[], on: boolean) => void;
  onHide: (officeIds: readonly string[], on: boolean) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(0);
  const id = useId();
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => list.current,
    estimateSize: () => lineHeight,
    getItemKey: (index) => lines[index]?.node.account.id ?? index,
    overscan: 8,
    // the line with the focus stays when it is scrolled away
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(focused, lines.length - 1)])].sort(
        (a, b) => a - b,
      ),
  });
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const next = Math.min(lines.length - 1, Math.max(0, focused + by));
    const control = (event.target as Element).closest('button') ? 'button' : 'input';
    virtualizer.scrollToIndex(next);
    setFocused(next);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-index="${next}"] ${control}`)?.focus(),
    );
  };
  return (
    // the keys move between the controls inside; the box itself is none
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={list}
      className={classes.list}
      onKeyDown={step}
      onFocus={(event) => {
        const line = event.target.closest('[data-index]')?.getAttribute('data-index');
        if (line) setFocused(Number(line));
      }}
    >
      <ul
        className={classes.lines}
        style={{ height: virtualizer.getTotalSize() }}
        aria-label={hidden ? 'Hidden accounts' : 'Accounts'}
      >
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const line = lines[index];
          if (!line) return null;
          const { account, officeIds, subAccounts } = line.node;
          const on = officeIds.filter((office) => chosen.has(office)).length;
          const input = `${id}-${account.id}`;
          const words = (
            <span
              className={subAccounts.length > 0 ? `${classes.words} ${classes.group}` : classes.words}
              title={account.name}
            >
              {account.name}
            </span>
          );
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
                <div className={classes.name} data-depth={Math.min(line.depth, 2)}>
                  {words}
                </div>
              ) : (
                <label className={classes.name} data-depth={Math.min(line.depth, 2)} htmlFor={input}>
                  <Checkbox
                    id={input}
                    checked={on === officeIds.length}
                    indeterminate={on > 0 && on < officeIds.length}
                    onChange={(event) => onChoose(officeIds, event.currentTarget.checked)}
                  />
                  {words}
                  {subAccounts.length > 0 && (
                    <Text span size="sm" c="dimmed">
                      {on}/{totals.get(account.id)}
                    </Text>
                  )}
                </label>
              )}
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                className={hidden ? undefined : classes.hide}
                aria-label={`${hidden ? 'Show' : 'Hide'} ${account.name}`}
                title={hidden ? 'Show again' : 'Hide'}
                onClick={() => onHide(officeIds, !hidden)}
              >
                {hidden ? <IconEye size={18} aria-hidden /> : <IconEyeOff size={18} aria-hidden />}
              </ActionIcon>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
