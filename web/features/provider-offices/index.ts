export { officeChoicesQuery, rowsQuery } from './api.ts';
export { OfficePicker, OfficeSelect } from './office-picker.tsx';
export { OfficesSection } from './offices-section.tsx';
