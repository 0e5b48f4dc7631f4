export {
  isOldWorkbook,
  isWorkbook,
  readWorkbook,
  WorkbookRefused,
  type WorkbookSheet,
} from './read-workbook.ts';
export type { CellValue } from './cells.ts';
export {
  type Column,
  type Sheet,
  type SpreadsheetRow,
  spreadsheetMediaType,
  writeSpreadsheet,
} from './spreadsheet.ts';
