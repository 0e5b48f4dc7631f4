import { Button, Menu } from '@mantine/core';
import {
  type MailingOrder,
  mailingSorts,
  mailingSortLabels,
  nextOrder,
  orderLabel,
} from '@mailcall/contract/rules/mailing.ts';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconChevronDown } from '@tabler/icons-react';
import classes from './sort-menu.module.css';

/** Sorts delivered mailings; presses of a field cycle through ascending, descending and none without closing the menu. */
export function SortMenu({
  order,
  onOrder,
}: {
  order: MailingOrder;
  onOrder: (order: MailingOrder) => void;
}) {
  return (
    <Menu position="bottom-end" width={270} shadow="md" closeOnItemClick={false}>
      <Menu.Target>
        <Button
          variant="default"
          className={classes.button ?? ''}
          leftSection={<IconArrowsSort size={18} stroke={1.75} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {orderLabel(order)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Sort">
        {mailingSorts.map((sort) => {
          const { label, low, high } = mailingSortLabels[sort];
          const dir = order?.sort === sort ? order.dir : null;
          const Mark = dir === 'desc' ? IconArrowDown : IconArrowUp;
          const orderText = dir === null ? '' : dir === 'asc' ? `${low} to ${high}` : `${high} to ${low}`;
          return (
            <Menu.Item
              key={sort}
              onClick={() => onOrder(nextOrder(order, sort))}
              rightSection={
                dir === null ? null : (
                  <span className={classes.order}>
                    {orderText} <Mark size={14} aria-hidden />
                  </span>
                )
              }
            >
              {label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
