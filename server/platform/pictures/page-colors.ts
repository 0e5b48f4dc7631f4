import type { ColorSpace } from '@mailcall/contract/rules/design-formats.ts';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
} from 'pdf-lib';

const namedSpaces: Readonly<Record<string, ColorSpace>> = {
  '/DeviceCMYK': 'CMYK',
  '/DeviceRGB': 'RGB',
  '/CalRGB': 'RGB',
  '/Lab': 'RGB',
  '/DeviceGray': 'gray',
  '/CalGray': 'gray',
  // as pictures within a page's text name them
  '/CMYK': 'CMYK',
  '/RGB': 'RGB',
  '/G': 'gray',
};

const setters: Readonly<Record<string, readonly ['fill' | 'stroke', ColorSpace]>> = {
  g: ['fill', 'gray'],
  G: ['stroke', 'gray'],
  rg: ['fill', 'RGB'],
  RG: ['stroke', 'RGB'],
  k: ['fill', 'CMYK'],
  K: ['stroke', 'CMYK'],
};
const fillers = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const strokers = new Set(['S', 's', 'B', 'B*', 'b', 'b*']);
const writers = new Set(['Tj', 'TJ', "'", '"']);

interface Pens {
  /** Null for inks with names of their own. */
  fill: ColorSpace | null;
  stroke: ColorSpace | null;
  /** As the operator `Tr` numbers it: 3 is invisible. */
  textMode: number;
}

const dictOf = (object: PDFObject | undefined) =>
  object instanceof PDFRawStream ? object.dict : object instanceof PDFDict ? object : undefined;

/** Entry of a dictionary, not followed if it is a reference. */
const entry = (dict: PDFDict | undefined, name: string) => dict?.get(PDFName.of(name));
const lookUp = (dict: PDFDict | undefined, name: string) => dict?.lookup(PDFName.of(name));
const resource = (resources: PDFDict | undefined, kind: string, name: string) =>
  entry(dictOf(lookUp(resources, kind)), name.slice(1));

/** Text between operators is left out: strings only as `()`, pictures up to their end. */
function* tokensOf(text: string): Generator<string> {
  const token = /[\s\0]+|%[^\r\n]*|<<|>>|<[^>]*>?|[[\]{})>]|\/[^\s\0()<>[\]{}/%]*|[^\s\0()<>[\]{}/%]+|\(/y;
  const endOfPicture = /[\s\0]EI(?=[\s\0]|$)/g;
  const bracket = /\\[\s\S]|[()]/g;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found] = match;
    if (found === '(') {
      bracket.lastIndex = token.lastIndex;
      for (let depth = 1; depth > 0; ) {
        const [next] = bracket.exec(text) ?? [];
        if (next === undefined) return;
        if (next === '(') depth += 1;
        else if (next === ')') depth -= 1;
      }
      token.lastIndex = bracket.lastIndex;
      yield '()';
    } else if (!/^[\s\0%]/.test(found)) yield found;
    if (found === 'ID') {
      endOfPicture.lastIndex = token.lastIndex;
      if (!endOfPicture.exec(text)) return;
      token.lastIndex = endOfPicture.lastIndex;
    }
  }
}

class PageColors {
  readonly found = new Set<ColorSpace>();
  readonly #seen = new Set<string>();
  readonly #page: PDFPage;

  constructor(page: PDFPage) {
    this.#page = page;
    const contents = page.node.Contents();
    const parts = contents instanceof PDFArray ? contents.asArray() : contents ? [contents] : [];
    this.#read(parts, page.node.Resources(), { fill: 'gray', stroke: 'gray', textMode: 0 });
  }

  #follow(object: PDFObject | undefined): PDFObject | undefined {
    return object instanceof PDFRef ? this.#page.doc.context.lookup(object) : object;
  }

  #add(space: ColorSpace | null): void {
    if (space) this.found.add(space);
  }

  #spaceOf(given: PDFObject | undefined, depth = 0): ColorSpace | null {
    const object = this.#follow(given);
    if (object instanceof PDFName) return namedSpaces[object.toString()] ?? null;
    if (!(object instanceof PDFArray) || depth > 3) return null;
    const name = object.size() > 0 ? object.lookup(0)?.toString() : undefined;
    if (name === '/Indexed' || name === '/Pattern') return this.#spaceOf(object.get(1), depth + 1);
    if (name !== '/ICCBased') return namedSpaces[name ?? ''] ?? null;
    const parts = lookUp(dictOf(object.lookup(1)), 'N');
    const count = parts instanceof PDFNumber ? parts.asNumber() : undefined;
    return count === 4 ? 'CMYK' : count === 3 ? 'RGB' : count === 1 ? 'gray' : null;
  }

  #namedSpace(resources: PDFDict | undefined, name: string): ColorSpace | null {
    const own = resource(resources, 'ColorSpace', name);
    return own ? this.#spaceOf(own) : (namedSpaces[name] ?? null);
  }

  /** Reads a form, pattern or letter once for each pair of colors that it begins with. */
  #readOnce(object: PDFObject | undefined, resources: PDFDict | undefined, pens: Pens): void {
    const stream = this.#follow(object);
    if (!(stream instanceof PDFRawStream)) return;
    const key = `${object?.toString()} ${pens.fill} ${pens.stroke} ${pens.textMode}`;
    if (object instanceof PDFRef && this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#read([stream], dictOf(lookUp(stream.dict, 'Resources')) ?? resources, pens);
  }

  #draw(object: PDFObject | undefined, resources: PDFDict | undefined, pens: Pens): void {
    const dict = dictOf(this.#follow(object));
    const kind = lookUp(dict, 'Subtype')?.toString();
    if (kind === '/Form') this.#readOnce(object, resources, pens);
    else if (kind === '/Image')
      this.#add(
        lookUp(dict, 'ImageMask')?.toString() === 'true'
          ? pens.fill
          : this.#spaceOf(entry(dict, 'ColorSpace')),
      );
  }

  /** Color of a pattern; `ownColor` if it has none. */
  #pattern(
    object: PDFObject | undefined,
    resources: PDFDict | undefined,
    ownColor: ColorSpace | null,
  ): ColorSpace | null {
    const dict = dictOf(this.#follow(object));
    const shading = dictOf(lookUp(dict, 'Shading'));
    if (shading) return this.#spaceOf(entry(shading, 'ColorSpace'));
    if (lookUp(dict, 'PaintType')?.toString() === '2') return ownColor;
    this.#readOnce(object, resources, { fill: 'gray', stroke: 'gray', textMode: 0 });
    return null;
  }

  #letters(font: PDFDict | undefined, resources: PDFDict | undefined, pens: Pens): void {
    if (lookUp(font, 'Subtype')?.toString() !== '/Type3') return;
    for (const [, letter] of dictOf(lookUp(font, 'CharProcs'))?.entries() ?? [])
      this.#readOnce(letter, dictOf(lookUp(font, 'Resources')) ?? resources, pens);
  }

  #read(parts: readonly PDFObject[], resources: PDFDict | undefined, given: Pens): void {
    let pens = { ...given };
    const saved: Pens[] = [];
    let operands: string[] = [];
    for (const part of parts) {
      const stream = this.#follow(part);
      if (!(stream instanceof PDFRawStream)) continue;
      const text = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
      for (const word of tokensOf(text)) {
        if (!/^[A-Za-z'"]/.test(word) || word === 'true' || word === 'false' || word === 'null') {
          // an array of letters in `TJ` can be long, and no operator here needs what is far back
          if (operands.length >= 64) operands = operands.slice(-32);
          operands.push(word);
          continue;
        }
        const last = operands.at(-1) ?? '';
        const set = setters[word];
        if (set) pens[set[0]] = set[1];
        else if (word === 'q') saved.push({ ...pens });
        else if (word === 'Q') pens = saved.pop() ?? pens;
        else if (word === 'cs') pens.fill = this.#namedSpace(resources, last);
        else if (word === 'CS') pens.stroke = this.#namedSpace(resources, last);
        else if (word === 'scn' && last.startsWith('/'))
          pens.fill = this.#pattern(resource(resources, 'Pattern', last), resources, pens.fill);
        else if (word === 'SCN' && last.startsWith('/'))
          pens.stroke = this.#pattern(resource(resources, 'Pattern', last), resources, pens.stroke);
        else if (word === 'Tr') pens.textMode = Number(last);
        else if (word === 'Tf')
          this.#letters(
            dictOf(this.#follow(resource(resources, 'Font', operands.at(-2) ?? ''))),
            resources,
            pens,
          );
        else if (word === 'sh')
          this.#add(
            this.#spaceOf(entry(dictOf(this.#follow(resource(resources, 'Shading', last))), 'ColorSpace')),
          );
        else if (word === 'Do') this.#draw(resource(resources, 'XObject', last), resources, pens);
        else if (word === 'ID') this.#inlinePicture(operands, resources, pens);
        const fillsText = writers.has(word) && [0, 2, 4, 6].includes(pens.textMode);
        const strokesText = writers.has(word) && [1, 2, 5, 6].includes(pens.textMode);
        if (fillers.has(word) || fillsText) this.#add(pens.fill);
        if (strokers.has(word) || strokesText) this.#add(pens.stroke);
        operands = [];
      }
    }
  }

  #inlinePicture(operands: readonly string[], resources: PDFDict | undefined, pens: Pens): void {
    const at = operands.findIndex((word) => word === '/CS' || word === '/ColorSpace');
    // a palette is written as [/Indexed /RGB …]
    const name = at < 0 ? undefined : operands[operands[at + 1] === '[' ? at + 3 : at + 1];
    this.#add(name === undefined ? pens.fill : this.#namedSpace(resources, name));
  }
}

/** Color spaces of everything that is painted on a page: pictures, areas, lines and text. Null if they cannot be read. */
export function colorsOfPage(page: PDFPage): ColorSpace[] | null {
  try {
    return [...new PageColors(page).found].sort();
  } catch {
    return null;
  }
}
