export { SpreadsheetsSection } from './spreadsheets-page.tsx';
