import { DeskDesignPage } from './desk-design-page.tsx';
import { DesignsList } from './designs-list.tsx';
import { NewDesign } from './new-design.tsx';

export function DesignsSection({ rest }: { rest: string }) {
  if (rest === '') return <DesignsList />;
  if (rest === 'new') return <NewDesign />;
  return <DeskDesignPage key={rest} id={rest} />;
}
