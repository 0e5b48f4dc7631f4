import { Button, Menu, Text } from '@mantine/core';
import type { ProviderMailing } from '@mailcall/contract/provider-mailings.ts';
import { type MailingStep, mailingStepLabels, mailingSteps } from '@mailcall/contract/rules/mailing.ts';
import { moveRefusal } from '@mailcall/contract/rules/mailing-moves.ts';
import { IconChevronDown } from '@tabler/icons-react';
import classes from './provider-mailings.module.css';

/** Steps; where a single mailing cannot go, its reason. */
export function MoveMenu({
  label,
  mailing = null,
  onMove,
}: {
  label: string;
  mailing?: ProviderMailing | null;
  onMove: (step: MailingStep) => void;
}) {
  return (
    <Menu position="bottom-end" width={270} shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          className={classes.finger ?? ''}
          aria-label={label}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Move
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {mailingSteps.map((step) => {
          const reason = mailing && moveRefusal(mailing, step);
          return (
            <Menu.Item
              key={step}
              aria-disabled={reason !== null}
              closeMenuOnClick={reason === null}
              onClick={() => {
                if (reason === null) onMove(step);
              }}
            >
              {mailingStepLabels[step]}
              {reason !== null && (
                <Text size="xs" c="dimmed">
                  {reason}
                </Text>
              )}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
