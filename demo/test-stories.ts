import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type DemoStory, type DemoStoryOptions, writeDemoStory } from './story.ts';

export type Row = Record<string, string>;

export const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row.id as string, row]));

export async function rowsOf(story: DemoStory, name: string): Promise<Row[]> {
  return parse(await readFile(join(story.folder, `${name}.csv`), 'utf8'), { columns: true });
}

export class TestStories {
  readonly #folders: string[] = [];

  async write(options: DemoStoryOptions): Promise<DemoStory> {
    const folder = await mkdtemp(join(tmpdir(), 'mailcall-story-'));
    this.#folders.push(folder);
    return writeDemoStory(folder, { pictures: false, ...options });
  }

  async remove(): Promise<void> {
    for (const folder of this.#folders.splice(0)) await rm(folder, { recursive: true });
  }
}
