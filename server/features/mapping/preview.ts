import { thousands } from '@mailcall/contract/rules/rates.ts';
import { dimensionNames, dimensions, picklistFieldOf } from '@mailcall/contract/figures/dimensions.ts';
import type { Queryable } from '../../platform/database.ts';
import type { FeedRow, FileOfFeed } from '../ingest/index.ts';
import { readOfferedValues } from '../scope/index.ts';
import { namesRead } from './map-rows.ts';
import type { Mapping } from './mapping.ts';

const shownRows = 10;
const maxCounted = 1_000;
const shownValues = 20;
const picklistObjects: Readonly<Record<string, string>> = { calls: 'score', campaigns: 'campaign' };

function picklistOf(file: string, dimension: string | null): [object: string, field: string] | null {
  const name = dimensionNames.find((known) => known === dimension);
  if (!name || dimensions[name].picklist !== picklistObjects[file]) return null;
  return [dimensions[name].picklist, picklistFieldOf(name)];
}

interface Counted {
  label: string;
  picklist: [object: string, field: string];
  values: Map<string, number>;
}

export class Preview {
  readonly #mapping: Mapping;
  readonly #present: string[] = [];
  readonly #names = new Map<string, Set<string>>();
  readonly #rows = new Map<string, string[]>();
  readonly #counts = new Map<string, Counted>();
  /** Known values, as object, field and value. */
  readonly #known = new Set<string>();

  constructor(mapping: Mapping) {
    this.#mapping = mapping;
  }

  files(names: readonly string[]): void {
    this.#present.push(...names);
  }

  names(from: string, names: readonly string[]): void {
    const known = this.#names.get(from) ?? new Set();
    for (const name of names) known.add(name);
    this.#names.set(from, known);
  }

  row({ name, columns }: FileOfFeed, { values, problem }: FeedRow): void {
    if (problem) return;
    const shown = this.#rows.get(name) ?? [];
    this.#rows.set(name, shown);
    if (shown.length < shownRows) {
      const cells = columns.flatMap((column, at) => (values[at] ? [[column.name, values[at]]] : []));
      shown.push(JSON.stringify(Object.fromEntries(cells)));
    }
    const valueOf = (column: string) => values[columns.findIndex((one) => one.name === column)] ?? '';
    if (name === 'picklists')
      this.#known.add(JSON.stringify([valueOf('object'), valueOf('field'), valueOf('value')]));
    for (const [at, column] of columns.entries()) {
      const value = values[at]?.trim();
      const picklist = value ? picklistOf(name, column.dimension) : null;
      if (value && picklist) this.#count(`${name}, ${column.name}`, picklist, value);
    }
  }

  #count(label: string, picklist: Counted['picklist'], value: string): void {
    const counted = this.#counts.get(label) ?? { label, picklist, values: new Map<string, number>() };
    this.#counts.set(label, counted);
    const { values } = counted;
    if (values.has(value) || values.size < maxCounted) values.set(value, (values.get(value) ?? 0) + 1);
  }

  #unusedLines(): string[] {
    const files = [...this.#mapping.files, ...this.#mapping.lookups];
    const unusedFiles = this.#present.filter((name) => !files.some(({ from }) => from === name));
    const lines = unusedFiles.map((name) => `  ${name}: the whole file`);
    for (const [from, names] of this.#names) {
      const reads = this.#mapping.files.filter((mapped) => mapped.from === from).map(namesRead);
      if (reads.includes(null)) continue;
      const used = new Set([
        ...reads.flatMap((read) => read ?? []),
        ...this.#mapping.lookups.flatMap((lookup) =>
          lookup.from === from ? [lookup.key, ...lookup.take] : [],
        ),
      ]);
      const unused = [...names].filter((name) => !used.has(name));
      if (unused.length > 0) lines.push(`  ${from}: ${unused.join(', ')}`);
    }
    return lines.length === 0 ? [] : ['', 'Nothing uses these columns of the export:', ...lines];
  }

  async #unknownLines(database: Queryable): Promise<string[]> {
    for (const object of ['score', 'campaign'] as const)
      for (const [field, values] of await readOfferedValues(database, object))
        for (const { value } of values) this.#known.add(JSON.stringify([object, field, value]));
    const lines = [...this.#counts.values()].flatMap(({ label, picklist, values }) => {
      const unknown = [...values]
        .filter(([value]) => !this.#known.has(JSON.stringify([...picklist, value])))
        .sort(([, one], [, other]) => other - one);
      if (unknown.length === 0) return [];
      const shown = unknown
        .slice(0, shownValues)
        .map(([value, count]) => `${JSON.stringify(value)} ${thousands(count)}`);
      const more = unknown.length > shownValues ? `, and ${unknown.length - shownValues} more` : '';
      return [`  ${label}: ${shown.join(', ')}${more}`];
    });
    return lines.length === 0
      ? []
      : [
          '',
          'Values that no picklist has, and that are shown as they are (with how often they come):',
          ...lines,
        ];
  }

  async lines(database: Queryable): Promise<string[]> {
    const shown = [...this.#rows].flatMap(([name, rows]) =>
      rows.length === 0
        ? []
        : [
            `The first ${rows.length === 1 ? 'row' : `${rows.length} rows`} of ${name}:`,
            ...rows.map((row) => `  ${row}`),
            '',
          ],
    );
    const rest = [...this.#unusedLines(), ...(await this.#unknownLines(database))];
    return [...shown, ...rest.slice(rest[0] === '' ? 1 : 0), ...(rest.length > 0 ? [''] : [])];
  }
}
