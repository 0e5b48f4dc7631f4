import { Skeleton, Text, UnstyledButton } from '@mantine/core';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import type { MapTarget } from './map-target.ts';
import { useIsMarked, useMarkListeners } from './marks.ts';
import { useMapScreen } from './screen-context.ts';
import classes from './side-panel.module.css';

export function PanelSection({
  title,
  control = null,
  count,
  startsOpen = true,
  children,
}: {
  title: string;
  control?: ReactNode;
  count?: number | undefined;
  startsOpen?: boolean;
  children: ReactNode;
}) {
  const [opened, setOpened] = useState(startsOpen);
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={`${id}-title`}>
      <div className={classes.sectionHead}>
        {control}
        <h2 id={`${id}-title`} className={classes.sectionTitle}>
          <UnstyledButton
            className={classes.fold ?? ''}
            aria-expanded={opened}
            aria-controls={id}
            onClick={() => setOpened(!opened)}
          >
            {title}
            {count !== undefined && (
              <Text span size="xs" c="dimmed">
                {thousands(count)}
              </Text>
            )}
            <IconChevronDown size={16} className={classes.chevron} aria-hidden />
          </UnstyledButton>
        </h2>
      </div>
      <div id={id} hidden={!opened}>
        {opened && children}
      </div>
    </section>
  );
}

export function NothingHere({ isLoading }: { isLoading: boolean }) {
  if (isLoading) return <Skeleton h={36} w="auto" mx={12} mb={8} />;
  return (
    <Text size="sm" c="dimmed" className={classes.empty ?? ''}>
      No items found for these accounts
    </Text>
  );
}

export function PanelRow({ target, children }: { target: MapTarget; children: ReactNode }) {
  const isMarked = useIsMarked(target);
  const listeners = useMarkListeners(target);
  return (
    <li className={classes.row} data-marked={isMarked || undefined} {...listeners}>
      {children}
    </li>
  );
}

export function NameButton({
  target,
  name,
  details = [],
  faded = false,
}: {
  target: MapTarget;
  name: string;
  details?: readonly (string | null)[];
  faded?: boolean;
}) {
  const { open } = useMapScreen();
  return (
    <UnstyledButton
      className={classes.name ?? ''}
      data-faded={faded || undefined}
      onClick={() => open(target)}
    >
      <span>{name}</span>
      {details.map((text) =>
        text === null || text === '' ? null : (
          <Text key={text} span size="xs" c="dimmed">
            {text}
          </Text>
        ),
      )}
    </UnstyledButton>
  );
}
