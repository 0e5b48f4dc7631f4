import type { ReactNode } from 'react';
import { AreasSection } from './areas-section.tsx';
import { OfficesSection } from './offices-section.tsx';
import classes from './side-panel.module.css';

/** Content of the map with switches: offices, areas with zones, and patient lists. */
export function SidePanel({ patientLists }: { patientLists: ReactNode }) {
  return (
    <section className={classes.panel} aria-label="What the map shows">
      <OfficesSection />
      <AreasSection />
      {patientLists}
    </section>
  );
}
