import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type DemoStory, type DemoStoryOptions, writeDemoStory } from './story.ts';

/** A row of a CSV file: every cell is text. */
export type Row = Record<string, string>;

export const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row.id as string, row]));

/** The rows of a file of a story, by its name without the ending. */
export async function rowsOf(story: DemoStory, name: string): Promise<Row[]> {
  return parse(await readFile(join(story.folder, `${name}.csv`), 'utf8'), { columns: true });
}

/** Stories in folders that are removed when the tests have ended. */
export class ToldStories {
  readonly #folders: string[] = [];

  /** Tells a story, without pictures unless asked for. */
  async tell(options: DemoStoryOptions): Promise<DemoStory> {
    const folder = await mkdtemp(join(tmpdir(), 'mailcall-story-'));
    this.#folders.push(folder);
    return writeDemoStory(folder, { pictures: false, ...options });
  }

  async remove(): Promise<void> {
    for (const folder of this.#folders.splice(0)) await rm(folder, { recursive: true });
  }
}
