import { seconds } from '@mailcall/contract/time/durations.ts';
import { TaskThread } from '../task-thread.ts';
import { Turns } from '../turns.ts';

export interface WorkbookSheet {
  name: string;
  /** With a value at least. */
  rowCount: number;
  /** UTF-8 */
  csv: Uint8Array;
}

/** Null for a file that is no workbook. */
export interface ReadSheets {
  sheets: WorkbookSheet[] | null;
}

/** The message is a sentence for people. */
export class WorkbookRefused extends Error {}

const saveAsCsv = 'Save the sheet as CSV UTF-8, then upload that file.';
const tooLarge = () => new WorkbookRefused(`This workbook is too large to read. ${saveAsCsv}`);
const unreadable = () => new WorkbookRefused(`This workbook cannot be read. ${saveAsCsv}`);

const beginsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);

/** By its first four bytes. */
export const isWorkbook = (first: Uint8Array): boolean => beginsWith(first, 0x50, 0x4b, 3, 4);

/** One of Excel 97, or one with a password. */
export const isOldWorkbook = (first: Uint8Array): boolean => beginsWith(first, 0xd0, 0xcf, 0x11, 0xe0);

/** Bytes. A sheet of 100,000 rows and 20 columns has about 80 MB. */
const maxUnpacked = 160 * 1024 * 1024;
const maxEntries = 2_000;
/** Bytes of the directory’s end and its longest comment. */
const endLength = 22 + 0xffff;

/**
 * Reads the sizes that the archive’s directory declares: unpacking ends at the declared size of an entry.
 * @throws {WorkbookRefused} if they are too large, or an entry hides its size
 */
function checkSizes(content: Buffer): void {
  const end = content.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end < content.length - endLength || end + 22 > content.length) throw unreadable();
  const count = content.readUInt16LE(end + 10);
  if (count > maxEntries) throw tooLarge();
  let at = content.readUInt32LE(end + 16);
  let total = 0;
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > content.length || content.readUInt32LE(at) !== 0x02014b50) throw unreadable();
    const [packed, unpacked] = [content.readUInt32LE(at + 20), content.readUInt32LE(at + 24)];
    if (unpacked === 0 && packed > 2) throw unreadable();
    total += unpacked;
    if (total > maxUnpacked) throw tooLarge();
    at += 46 + content.readUInt16LE(at + 28) + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  }
}

/** A workbook of 100,000 rows takes four seconds and 600 MB. */
const oneAtATime = new Turns(1);
const timeLimit = seconds(60);
const memoryLimit = 1_500;

/** Visible sheets with values, in their order. @throws {WorkbookRefused} */
export async function readWorkbook(content: Buffer): Promise<WorkbookSheet[]> {
  checkSizes(content);
  return oneAtATime.run(async () => {
    const thread = new TaskThread<Uint8Array, ReadSheets>(new URL('./workbook-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryLimit },
    });
    const timer = setTimeout(() => void thread.end(tooLarge()), timeLimit);
    try {
      const { sheets } = await thread.run(content);
      if (sheets === null) throw unreadable();
      if (sheets.length === 0) throw new WorkbookRefused('This workbook has no sheet with rows.');
      return sheets;
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error;
    } finally {
      clearTimeout(timer);
    }
  });
}
