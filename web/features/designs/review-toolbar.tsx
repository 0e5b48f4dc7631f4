import type { Design, Side } from '@mailcall/contract/designs.ts';
import { ActionIcon, Button, Group, Menu, SegmentedControl, Text, Tooltip } from '@mantine/core';
import {
  IconArrowsDiff,
  IconCheck,
  IconChevronDown,
  IconHistory,
  IconMaximize,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatInstantDay } from '../../ui/dates.ts';
import { maxZoom } from './face-view.ts';
import classes from './review-screen.module.css';
import { comparisons, type Comparison, type DisplayedReview } from './review-address.ts';
import { numberedComments, sidesOf, sideLabels, versionsOf } from './review-state.ts';
import type { FaceViewState } from './use-face-view.ts';

const comparisonLabels: Record<Comparison, string> = {
  'side-by-side': 'Side by Side',
  swipe: 'Swipe',
  difference: 'Difference',
};

/** Which face of which version is shown, how it is compared, and how large. */
export function ReviewToolbar({
  design,
  shown,
  view,
  onSide,
  onVersion,
  onCompare,
}: {
  design: Design;
  shown: DisplayedReview;
  view: FaceViewState;
  onSide: (side: Side) => void;
  onVersion: (version: number) => void;
  onCompare: (comparison: Comparison | null) => void;
}) {
  const { version, side, before, comparison } = shown;
  const count = (of: Side) =>
    numberedComments(design, version).filter(({ comment }) => comment.side === of).length;
  return (
    <div className={classes.toolbar} role="group" aria-label="What is shown">
      <SegmentedControl
        aria-label="Side"
        value={side}
        onChange={(value) => onSide(value)}
        data={sidesOf(version).map((one) => ({
          value: one,
          label: count(one) > 0 ? `${sideLabels[one]} (${count(one)})` : sideLabels[one],
        }))}
        classNames={{ label: classes.segment ?? '' }}
      />
      <Versions design={design} shown={shown} onVersion={onVersion} />
      {before && (
        <Menu position="bottom-start" width={220} withinPortal>
          <Menu.Target>
            <Button
              variant={comparison ? 'light' : 'default'}
              className={classes.tool ?? ''}
              leftSection={<IconArrowsDiff size={18} aria-hidden />}
              rightSection={<IconChevronDown size={16} aria-hidden />}
            >
              {comparison ? comparisonLabels[comparison] : 'Compare'}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>With version {before.version}</Menu.Label>
            {comparisons.map((one) => (
              <Menu.Item
                key={one}
                onClick={() => onCompare(one)}
                rightSection={one === comparison ? <IconCheck size={16} aria-label="chosen" /> : null}
              >
                {comparisonLabels[one]}
              </Menu.Item>
            ))}
            {comparison && <Menu.Item onClick={() => onCompare(null)}>Stop Comparing</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      )}
      <Group gap={4} wrap="nowrap" className={classes.zoom ?? ''}>
        <Tool label="Zoom out" shortcut="-" onClick={view.zoomOut} disabled={view.view.zoom <= 1}>
          <IconMinus size={18} aria-hidden />
        </Tool>
        <Text
          size="sm"
          w={48}
          ta="center"
          role="status"
          aria-label={`Zoom ${Math.round(view.view.zoom * 100)} percent`}
        >
          {Math.round(view.view.zoom * 100)}%
        </Text>
        <Tool label="Zoom in" shortcut="+" onClick={view.zoomIn} disabled={view.view.zoom >= maxZoom}>
          <IconPlus size={18} aria-hidden />
        </Tool>
        <Tool
          label="Show the whole face"
          shortcut="0"
          onClick={view.showWhole}
          disabled={view.view.zoom <= 1}
        >
          <IconMaximize size={18} aria-hidden />
        </Tool>
      </Group>
    </div>
  );
}

function Versions({
  design,
  shown,
  onVersion,
}: {
  design: Design;
  shown: DisplayedReview;
  onVersion: (version: number) => void;
}) {
  const versions = versionsOf(design);
  return (
    <Menu position="bottom-start" width={280} withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          className={classes.tool ?? ''}
          leftSection={<IconHistory size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          Version {shown.version.version}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Version history</Menu.Label>
        {versions.map((version, index) => (
          <Menu.Item
            key={version.id}
            onClick={() => onVersion(version.version)}
            rightSection={version.id === shown.version.id ? <IconCheck size={16} aria-label="shown" /> : null}
          >
            Version {version.version}
            {index === 0 && ' (current)'}
            <Text size="xs" c="dimmed">
              {formatInstantDay(version.createdDate)} · {version.comments.length}{' '}
              {version.comments.length === 1 ? 'comment' : 'comments'}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Tool({
  label,
  shortcut,
  onClick,
  disabled,
  children,
}: {
  label: string;
  shortcut: string;
  onClick: () => void;
  disabled: boolean;
  children: ReactNode;
}) {
  return (
    <Tooltip label={`${label} (${shortcut})`}>
      <ActionIcon
        variant="default"
        size={40}
        className={classes.square ?? ''}
        aria-label={label}
        aria-keyshortcuts={shortcut}
        // the focus stays when there is no further
        aria-disabled={disabled}
        onClick={() => {
          if (!disabled) onClick();
        }}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
