import { UnstyledButton, useComputedColorScheme } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from './map-stage.module.css';
import { useMapScreen } from './screen-context.ts';
import { shadeText, unshadedColor } from './shading.ts';

export function ShadesLegend() {
  const { shades } = useMapScreen();
  const scheme = useComputedColorScheme('light');
  const [isFolded, setFolded] = useState(false);
  const id = useId();
  if (!shades) return null;
  return (
    <section className={classes.legend} aria-label="Legend">
      <UnstyledButton
        className={classes.legendTitle ?? ''}
        aria-expanded={!isFolded}
        aria-controls={id}
        onClick={() => setFolded(!isFolded)}
      >
        <strong>{shades.by === 'leads' ? 'Leads' : 'Appointments'} per 1,000 pieces</strong>
        <IconChevronDown size={16} aria-hidden />
      </UnstyledButton>
      <ul id={id} hidden={isFolded}>
        {shades.scale.map((shade) => (
          <li key={shade.from}>
            <span className={classes.shade} style={{ backgroundColor: shade.color }} />
            {shadeText(shade)}
          </li>
        ))}
        <li>
          <span className={classes.shade} style={{ backgroundColor: unshadedColor[scheme] }} />
          No mailing in these dates
        </li>
      </ul>
    </section>
  );
}
