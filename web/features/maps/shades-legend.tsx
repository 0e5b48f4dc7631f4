import { useComputedColorScheme } from '@mantine/core';
import classes from './map-stage.module.css';
import { useMapScreen } from './screen-context.ts';
import { shadeText, unshadedColor } from './shading.ts';

/** What the shades of the zones mean; absent while zones have their own colors. */
export function ShadesLegend() {
  const { shades } = useMapScreen();
  const scheme = useComputedColorScheme('light');
  if (!shades) return null;
  return (
    <section className={classes.legend} aria-label="Legend">
      <strong>{shades.by === 'leads' ? 'Leads' : 'Appointments'} per 1,000 pieces</strong>
      <ul>
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
