import { useComputedColorScheme } from '@mantine/core';
import classes from './map-stage.module.css';
import { useMapScreen } from './screen-context.ts';
import { unshadedColor } from './shade-scale.ts';
import { shadeText } from './shading.ts';

/** What the shades of the zones mean; absent while zones have their own colors. */
export function ShadesLegend() {
  const { shades } = useMapScreen();
  const scheme = useComputedColorScheme('light');
  if (!shades) return null;
  const { limits, colors } = shades.scale;
  return (
    <section className={classes.legend} aria-label="Legend">
      <strong>{shades.by === 'leads' ? 'Leads' : 'Appointments'} per 1,000 pieces</strong>
      <ul>
        {limits.map((limit, index) => (
          <li key={limit}>
            <span className={classes.shade} style={{ backgroundColor: colors[index] }} />
            {shadeText(index, limits)}
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
