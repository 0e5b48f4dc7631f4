import { Popover, Text, UnstyledButton } from '@mantine/core';
import { mapColors } from '@mailcall/contract/rules/map-colors.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import classes from './color-picker.module.css';
import { useGuest } from '../session/index.ts';
import { gridIndex } from './grid-index.ts';
import type { MapTarget } from './map-target.ts';
import { useMapScreen } from './screen-context.ts';

/** A button that opens twelve colors. The map previews a hovered or focused one. A guest only sees the color. */
export function ColorPicker(props: ColorPickerProps) {
  const { colors } = useMapScreen();
  const { target, saved } = props;
  if (!useGuest()) return <ChangeableColor {...props} />;
  return (
    <span className={classes.swatch}>
      <span className={classes.color} style={{ backgroundColor: colors.of(target, saved) }} />
    </span>
  );
}

interface ColorPickerProps {
  target: MapTarget;
  name: string;
  saved: string;
  campaignType?: string | null;
}

function ChangeableColor({ target, name, saved, campaignType = null }: ColorPickerProps) {
  const { colors } = useMapScreen();
  const [opened, setOpened] = useState(false);
  const isSaving = colors.isSaving(target);
  const swatch = useRef<HTMLButtonElement>(null);
  const chosen = colors.chosen(target, saved).toLowerCase();
  const ownColor = colors.ownColor(target, saved);
  const choices = [...(ownColor === null ? [] : [{ color: ownColor, name: 'Own color' }]), ...mapColors];
  useFocusAfterClosing(swatch, opened);
  useEndOfPreview(target);
  const change = (next: boolean) => {
    setOpened(next);
    if (!next) colors.preview(target, null);
  };
  const button = (
    <UnstyledButton
      ref={swatch}
      className={classes.swatch ?? ''}
      aria-label={`Color of ${name}`}
      aria-haspopup="dialog"
      aria-expanded={opened}
      title="Change the color"
      onClick={() => change(!opened)}
    >
      <span className={classes.color} style={{ backgroundColor: colors.of(target, saved) }} />
    </UnstyledButton>
  );
  return (
    <>
      {opened ? (
        <Popover opened onChange={change} trapFocus withArrow shadow="md" position="bottom-start">
          <Popover.Target>{button}</Popover.Target>
          <Popover.Dropdown p="xs" aria-label={`Color of ${name}`}>
            <div
              className={classes.palette}
              // keeps the box around the swatch open
              onKeyDownCapture={(event) => {
                if (event.key === 'Escape') event.preventDefault();
                moveFocus(event);
              }}
            >
              {choices.map(({ color, name: colorName }) => (
                <UnstyledButton
                  key={color}
                  className={classes.choice ?? ''}
                  aria-label={colorName}
                  aria-pressed={color === chosen}
                  // the focus previews a color: at first the one that is there
                  data-autofocus={color === chosen || undefined}
                  title={colorName}
                  onPointerEnter={() => colors.preview(target, color)}
                  onPointerLeave={() => colors.preview(target, null)}
                  onFocus={() => colors.preview(target, color)}
                  onBlur={() => colors.preview(target, null)}
                  onClick={() => {
                    change(false);
                    if (color !== chosen) void colors.save(target, color, campaignType);
                  }}
                >
                  <span className={classes.color} style={{ backgroundColor: color }} />
                </UnstyledButton>
              ))}
            </div>
          </Popover.Dropdown>
        </Popover>
      ) : (
        button
      )}
      {isSaving && (
        <Text span size="xs" c="dimmed" role="status">
          Updating color...
        </Text>
      )}
    </>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const palette = event.currentTarget;
  const choices = [...palette.querySelectorAll('button')];
  const index = choices.findIndex((choice) => choice === document.activeElement);
  const columns = getComputedStyle(palette).gridTemplateColumns.split(' ').length;
  const next = gridIndex(event.key, index, { columns, count: choices.length });
  if (next === null) return;
  event.preventDefault();
  choices[next]?.focus();
}

/** Returns the focus to the swatch when the palette closes, unless it has moved elsewhere. */
function useFocusAfterClosing(swatch: { readonly current: HTMLButtonElement | null }, opened: boolean): void {
  const wasOpened = useRef(false);
  useEffect(() => {
    const focused = document.activeElement;
    const isLost =
      focused === null || focused === document.body || focused.closest('[role="dialog"]') !== null;
    if (wasOpened.current && !opened && isLost) swatch.current?.focus({ preventScroll: true });
    wasOpened.current = opened;
  }, [swatch, opened]);
}

function useEndOfPreview(target: MapTarget): void {
  const { preview } = useMapScreen().colors;
  const latest = useRef(target);
  useEffect(() => {
    latest.current = target;
  });
  useEffect(() => () => preview(latest.current, null), [preview]);
}
