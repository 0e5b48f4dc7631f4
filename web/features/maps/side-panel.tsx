import type { ReactNode } from 'react';
import { AreasSection } from './areas-section.tsx';
import { OfficesSection } from './offices-section.tsx';
import classes from './side-panel.module.css';

export function SidePanel({ patientLists }: { patientLists: ReactNode }) {
  return (
    <section className={classes.panel} aria-label="What the map shows">
      <OfficesSection />
      <AreasSection />
      {patientLists}
    </section>
  );
}
