import { lazyRouteComponent } from '@tanstack/react-router';

export { OfficeBrand } from './office-brand.tsx';

/** Apart from the choice of an office's brand, whose page needs none of its fields. */
export const BrandingSection = lazyRouteComponent(() => import('./branding-section.tsx'), 'BrandingSection');
