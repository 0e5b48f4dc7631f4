import { buffer } from 'node:stream/consumers';
import type { Area } from '@mailcall/contract/rules/design-formats.ts';
import type { Queryable } from '../../../platform/database.ts';
import type { FileStore } from '../../../platform/files.ts';

/** Cells across and down; a cell is the smallest area that is outlined. */
const cells = { across: 36, down: 24 };
const pixelsOfCell = 6;
/** Of 255: below are the traces of compression. */
const leastDifference = 28;
/** Pixels of a cell that differ before it counts. */
const leastPixels = 2;
const mostAreas = 12;

async function pixelsOf(files: FileStore, key: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(await buffer(files.createReadStream(key)))
    .resize({ width: cells.across * pixelsOfCell, height: cells.down * pixelsOfCell, fit: 'fill' })
    .toColorspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** By row and column. */
function changedCells(before: Buffer, after: Buffer): Set<number> {
  const width = cells.across * pixelsOfCell;
  const counts = new Map<number, number>();
  for (let pixel = 0; pixel * 3 < after.length; pixel += 1) {
    const at = pixel * 3;
    const difference = Math.max(
      ...[0, 1, 2].map((channel) => Math.abs((before[at + channel] ?? 0) - (after[at + channel] ?? 0))),
    );
    if (difference < leastDifference) continue;
    const cell =
      Math.floor(pixel / width / pixelsOfCell) * cells.across + Math.floor((pixel % width) / pixelsOfCell);
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= leastPixels).map(([cell]) => cell));
}

/** Cells that touch, also at a corner, are one area. */
function areasOf(changed: Set<number>): Area[] {
  const areas: Area[] = [];
  for (const first of changed) {
    changed.delete(first);
    const waiting = [first];
    let [left, top, right, bottom] = [cells.across, cells.down, 0, 0];
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      const [x, y] = [cell % cells.across, Math.floor(cell / cells.across)];
      [left, top, right, bottom] = [
        Math.min(left, x),
        Math.min(top, y),
        Math.max(right, x),
        Math.max(bottom, y),
      ];
      for (const down of [-1, 0, 1])
        for (const across of [-1, 0, 1]) {
          const next = cell + down * cells.across + across;
          const isBeside = x + across >= 0 && x + across < cells.across;
          if (isBeside && changed.delete(next)) waiting.push(next);
        }
    }
    areas.push({
      x: left / cells.across,
      y: top / cells.down,
      width: (right - left + 1) / cells.across,
      height: (bottom - top + 1) / cells.down,
    });
  }
  return areas.sort((one, other) => other.width * other.height - one.width * one.height).slice(0, mostAreas);
}

/** Where a face differs from an earlier one, largest first. Empty if a picture is missing. */
export async function changedAreas(
  { database, files }: { database: Queryable; files: FileStore },
  accountId: string,
  { before, after }: { before: string | null | undefined; after: string | null | undefined },
): Promise<Area[]> {
  if (!before || !after || before === after) return [];
  const stored = await database
    .selectFrom('images')
    .select(['id', 'preview_key'])
    .where('account_id', '=', accountId)
    .where('id', 'in', [before, after])
    .execute();
  const keyOf = (id: string) => stored.find((image) => image.id === id)?.preview_key;
  const [old, fresh] = [keyOf(before), keyOf(after)];
  if (!old || !fresh || !(await files.stat(old)) || !(await files.stat(fresh))) return [];
  return areasOf(changedCells(await pixelsOf(files, old), await pixelsOf(files, fresh)));
}
