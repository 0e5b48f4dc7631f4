import { OfficePage } from './office-page.tsx';
import { OfficesList } from './offices-list.tsx';

export const newOffice = 'new';

export function OfficesSection({ rest }: { rest: string }) {
  if (rest === '') return <OfficesList />;
  return <OfficePage key={rest} id={rest === newOffice ? null : rest} />;
}
