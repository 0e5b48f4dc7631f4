import { Popover, Text, UnstyledButton } from '@mantine/core';
import { mapColors } from '@mailcall/contract/rules/map-colors.ts';
import { useState } from 'react';
import classes from './color-picker.module.css';
import type { MapTarget } from './map-target.ts';
import { useMapScreen } from './screen-context.ts';

/**
 * The color of an office, an area or a zone, as a button that opens the twelve colors to choose from. The map shows a color
 * under the pointer or with the focus; pressing it saves it.
 */
export function ColorPicker({
  target,
  name,
  saved,
  campaignType = null,
}: {
  target: MapTarget;
  /** Of what it is the color. */
  name: string;
  /** The saved color, '#rrggbb'. */
  saved: string;
  /** Of an area. */
  campaignType?: string | null;
}) {
  const { colors } = useMapScreen();
  const [opened, setOpened] = useState(false);
  const isSaving = colors.isSaving(target);
  const change = (next: boolean) => {
    setOpened(next);
    if (!next) colors.preview(target, null);
  };
  const button = (
    <UnstyledButton
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
        <Popover opened onChange={change} trapFocus returnFocus withArrow shadow="md" position="bottom-start">
          <Popover.Target>{button}</Popover.Target>
          <Popover.Dropdown p="xs" aria-label={`Color of ${name}`}>
            <div className={classes.palette}>
              {mapColors.map(({ color, name: colorName }) => (
                <UnstyledButton
                  key={color}
                  className={classes.choice ?? ''}
                  aria-label={colorName}
                  aria-pressed={color === saved}
                  title={colorName}
                  onPointerEnter={() => colors.preview(target, color)}
                  onPointerLeave={() => colors.preview(target, null)}
                  onFocus={() => colors.preview(target, color)}
                  onBlur={() => colors.preview(target, null)}
                  onClick={() => {
                    change(false);
                    void colors.save(target, color, campaignType);
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
