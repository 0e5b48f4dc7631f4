import { Button, Drawer, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { campaignSummary, type Scope, writtenComparison } from '@mailcall/contract/scope/scope.ts';
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';
import { DeferredLayer } from '../../ui/deferred.tsx';
import { topDialog } from '../../ui/page-keys.ts';
import { selectionSummary, useSelectedAccounts } from '../accounts/index.ts';
import { CustomRangeDialog } from './custom-range-dialog.tsx';
import { compareWithTitle, comparisonOptions, dateChoiceGroups } from './date-choices.ts';
import classes from './scope-chip.module.css';
import type { ScopeState } from './scope-state.ts';
import { shortAccounts, shortDates } from './short-texts.ts';
import { campaignFilterLabels, campaignFilterTypes } from '@mailcall/contract/rules/campaign-groups.ts';

export const campaignChoices = campaignFilterTypes.map((value) => ({
  value,
  label: campaignFilterLabels[value],
}));

const title = 'Accounts, dates and campaigns';

export function ScopeChip({
  state: { scope, today, change },
  accounts,
  days,
}: {
  state: ScopeState;
  accounts: ReactNode;
  days: ReactNode;
}) {
  const [opened, { open, close }] = useDisclosure(false);
  const header = useRef<HTMLDivElement>(null);
  // every open dialog receives Escape, so a sheet below another dialog stays open
  const closeOnTop = () => {
    if (!header.current || topDialog()?.contains(header.current)) close();
  };
  return (
    <>
      <ChipButton scope={scope} today={today} onClick={open} />
      <DeferredLayer opened={opened}>
        {(isOpen) => (
          <Drawer.Root
            opened={isOpen}
            onClose={closeOnTop}
            position="bottom"
            size="auto"
            classNames={{
              content: classes.sheet,
              header: classes.header,
              title: classes.title,
            }}
          >
            <Drawer.Overlay backgroundOpacity={0.4} />
            <Drawer.Content>
              <Drawer.Header ref={header} role="none">
                <Drawer.Title>{title}</Drawer.Title>
                <Drawer.CloseButton aria-label="Close" />
              </Drawer.Header>
              <Drawer.Body>
                <div className={classes.body}>
                  <div className={classes.accounts}>{accounts}</div>
                  <DateChoices scope={scope} today={today} days={days} onChange={change} />
                  {scope.preset !== 'all' && (
                    <Choices
                      name={compareWithTitle}
                      value={scope.compareWith ?? 'before'}
                      choices={comparisonOptions}
                      onChoose={(value) => change({ compareWith: writtenComparison(value) })}
                    />
                  )}
                  <Choices
                    name="Campaigns"
                    value={scope.campaignType}
                    choices={campaignChoices}
                    onChoose={(campaignType) => change({ campaignType })}
                  />
                  <div className={classes.done}>
                    <Button size="md" fullWidth onClick={close}>
                      Done
                    </Button>
                  </div>
                </div>
              </Drawer.Body>
            </Drawer.Content>
          </Drawer.Root>
        )}
      </DeferredLayer>
    </>
  );
}

function ChipButton({ scope, today, onClick }: { scope: Scope; today: DateRange; onClick: () => void }) {
  const { tree, visible, offices } = useSelectedAccounts(scope.accountIds);
  return (
    <UnstyledButton className={classes.chip ?? ''} aria-haspopup="dialog" onClick={onClick}>
      <IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />
      <span className={classes.texts}>
        <VisuallyHidden>{title}: </VisuallyHidden>
        {[
          shortAccounts(selectionSummary(tree, visible, offices)),
          shortDates(scope, today),
          campaignSummary(scope),
        ].map((text, at) => (
          <span key={at} className={classes.part}>
            {at > 0 && <span className={classes.dot}> · </span>}
            {text}
          </span>
        ))}
      </span>
      <IconChevronDown size={16} aria-hidden />
    </UnstyledButton>
  );
}

function DateChoices({
  scope,
  today,
  days,
  onChange,
}: {
  scope: Scope;
  today: DateRange;
  days: ReactNode;
  onChange: (dates: Pick<Scope, 'preset' | 'custom'>) => void;
}) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <div>
      <Choices
        name="Dates"
        value={scope.preset}
        choices={dateChoiceGroups.flat()}
        onChoose={(preset) => (preset === 'custom' ? open() : onChange({ preset, custom: null }))}
      />
      <Text size="sm" c="dimmed" mt={8}>
        {days}
      </Text>
      <CustomRangeDialog
        opened={opened}
        initialRange={scope.custom}
        today={today}
        onClose={close}
        onApply={(custom) => onChange({ preset: 'custom', custom })}
      />
    </div>
  );
}

function Choices<Value extends string>({
  name,
  value,
  choices,
  onChoose,
}: {
  name: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <div id={id} className={classes.name}>
        {name}
      </div>
      <div className={classes.choices}>
        {choices.map((choice) => (
          <UnstyledButton
            key={choice.value}
            className={classes.choice ?? ''}
            aria-pressed={choice.value === value}
            onClick={() => onChoose(choice.value)}
          >
            {choice.label}
          </UnstyledButton>
        ))}
      </div>
    </div>
  );
}
