import { type Design, type DesignVersion, type Side, sideLabels } from '@mailcall/contract/designs.ts';
import { dayInZone } from '@mailcall/contract/time/date-format.ts';
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
import { useTimeZone } from '../accounts/index.ts';
import { maxZoom } from './face-view.ts';
import classes from './review-screen.module.css';
import { comparisons, type Comparison, type DisplayedReview } from './review-address.ts';
import { numberedComments, sidesOf, versionsOf } from './review-state.ts';
import type { FaceViewState } from './use-face-view.ts';

const comparisonLabels: Record<Comparison, string> = {
  'side-by-side': 'Side by side',
  swipe: 'Swipe',
  difference: 'Difference',
};

export function ReviewToolbar({
  design,
  displayed,
  view,
  onSide,
  onVersion,
  onCompare,
}: {
  design: Design;
  displayed: DisplayedReview;
  view: FaceViewState;
  onSide: (side: Side) => void;
  onVersion: (version: number) => void;
  onCompare: (comparison: Comparison | null) => void;
}) {
  const { version, side, before, comparison } = displayed;
  const commentCount = (of: Side) =>
    numberedComments(design, version).filter(({ comment }) => comment.side === of).length;
  return (
    <div className={classes.toolbar} role="group" aria-label="View">
      <SegmentedControl
        aria-label="Side"
        value={side}
        onChange={(value) => onSide(value)}
        data={sidesOf(version).map((value) => ({
          value,
          label:
            commentCount(value) > 0 ? `${sideLabels[value]} (${commentCount(value)})` : sideLabels[value],
        }))}
        classNames={{ label: classes.segment ?? '' }}
      />
      <VersionMenu design={design} displayed={version} onVersion={onVersion} />
      {before && <CompareMenu before={before} comparison={comparison} onCompare={onCompare} />}
      <ZoomControls view={view} />
    </div>
  );
}

function CompareMenu({
  before,
  comparison,
  onCompare,
}: {
  before: DesignVersion;
  comparison: Comparison | null;
  onCompare: (comparison: Comparison | null) => void;
}) {
  return (
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
        {comparisons.map((value) => (
          <Menu.Item
            key={value}
            onClick={() => onCompare(value)}
            rightSection={value === comparison ? <IconCheck size={16} aria-label="chosen" /> : null}
          >
            {comparisonLabels[value]}
          </Menu.Item>
        ))}
        {comparison && <Menu.Item onClick={() => onCompare(null)}>Stop comparing</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}

function ZoomControls({ view: { view, zoomIn, zoomOut, zoomToFit } }: { view: FaceViewState }) {
  const percent = Math.round(view.zoom * 100);
  return (
    <Group gap={4} wrap="nowrap" className={classes.zoom ?? ''}>
      <Tool label="Zoom out" shortcut="-" onClick={zoomOut} disabled={view.zoom <= 1}>
        <IconMinus size={18} aria-hidden />
      </Tool>
      <Text size="sm" w={48} ta="center" role="status" aria-label={`Zoom ${percent} percent`}>
        {percent}%
      </Text>
      <Tool label="Zoom in" shortcut="+" onClick={zoomIn} disabled={view.zoom >= maxZoom}>
        <IconPlus size={18} aria-hidden />
      </Tool>
      <Tool label="Show the whole face" shortcut="0" onClick={zoomToFit} disabled={view.zoom <= 1}>
        <IconMaximize size={18} aria-hidden />
      </Tool>
    </Group>
  );
}

function VersionMenu({
  design,
  displayed,
  onVersion,
}: {
  design: Design;
  displayed: DesignVersion;
  onVersion: (version: number) => void;
}) {
  const versions = versionsOf(design);
  const timeZone = useTimeZone(design.accountId);
  return (
    <Menu position="bottom-start" width={280} withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          className={classes.tool ?? ''}
          leftSection={<IconHistory size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          Version {displayed.version}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Version history</Menu.Label>
        {versions.map((version, index) => (
          <Menu.Item
            key={version.id}
            onClick={() => onVersion(version.version)}
            rightSection={version.id === displayed.id ? <IconCheck size={16} aria-label="shown" /> : null}
          >
            Version {version.version}
            {index === 0 && ' (current)'}
            <Text size="xs" c="dimmed">
              {dayInZone(version.createdDate, timeZone)} · {version.comments.length}{' '}
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
        // not disabled, because the last step would lose the focus
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
