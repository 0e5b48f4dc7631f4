import { BrandPage } from './brand-page.tsx';
import { BrandsList } from './brands-list.tsx';

export function BrandingSection({ rest }: { rest: string }) {
  if (rest === '') return <BrandsList />;
  return <BrandPage key={rest} id={rest} />;
}
