import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { testRecord } from '../../../tests/support/test-record.ts';
import type { FileStore } from '../../platform/files.ts';
import { folderFileStore } from '../../platform/folder-files.ts';
import { face, png, jpeg, pdf, version } from './designs-for-tests.ts';
import { basicFeed, csv, type FolderContent } from './feed-for-tests.ts';
import { importFolder, reportLines } from './index.ts';

const { db, folders, read, one } = testRecord();
let store: string;
let files: FileStore;
beforeEach(async () => {
  store = await folders.folder();
  files = folderFileStore(store);
});

const bring = (content: FolderContent, strict = false) =>
  folders.import(db.database.pool, content, { files, strict });
const stored = async () =>
  (await readdir(store, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
const places = (report: { firstRejections: { file: string; line: number; column: string }[] }) =>
  report.firstRejections.map(({ file, line, column }) => `${file}:${line} ${column}`);

describe('pictures of the feed', () => {
  const versions = (...front: string[]) =>
    csv(front.map((path, index) => version(`V${index + 1}`, { version: index + 1, front: path })));
  const withDesign = (content: FolderContent): FolderContent => ({
    ...basicFeed,
    'designs.csv': csv([{ id: 'D1', account_id: 'A1', name: 'Spring card' }]),
    ...content,
  });
  /** A PNG of a few hundred bytes that claims 20,000 by 20,000 pixels: 400 million. */
  const bomb = () => {
    const content = Buffer.from(png);
    // first chunk after the signature: length, name, width, height, five bytes, checksum
    content.writeUInt32BE(20_000, 16);
    content.writeUInt32BE(20_000, 20);
    content.writeUInt32BE(crc32(content.subarray(12, 29)), 29);
    return content;
  };

  it('that are hostile or broken are refused with file, line, column and reason, and nothing of them is stored', async () => {
    const cases: [path: string, content: Uint8Array | string, reason: string][] = [
      ['empty.png', '', 'is empty'],
      ['script.png', '<script>alert(1)</script>', 'is not a PNG, JPEG or PDF'],
      ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'is not a PNG, JPEG or PDF'],
      ['animation.gif', 'GIF89a\x01\0\x01\0', 'is not a PNG, JPEG or PDF'],
      ['cut.png', png.subarray(0, png.length - 30), 'is broken: it cannot be read as an image'],
      ['cut.jpg', jpeg.subarray(0, jpeg.length / 2), 'is broken: it cannot be read as an image'],
      ['head.png', png.subarray(0, 8), 'is broken: it cannot be read as an image'],
      ['bomb.png', bomb(), 'has more than 100 million pixels'],
      ['huge.png', Buffer.concat([png, Buffer.alloc(40 * 1024 * 1024)]), 'is larger than 40 MB'],
      ['broken.pdf', '%PDF-1.7\nnothing of it', 'is broken: it cannot be read as a PDF'],
      ['both.pdf#page=3', '', 'has no page 3'],
      ['both.pdf#page=0', '', 'has no page 0'],
      ['../outside.png', '', 'must be a path inside the folder, such as images/spring.png'],
    ];
    const content = Object.fromEntries(
      cases.flatMap(([path, bytes]) => (/[#]|\.\./.test(path) ? [] : [[path, bytes]])),
    );
    const report = await bring(
      withDesign({
        ...content,
        'both.pdf': pdf,
        'design-versions.csv': versions(...cases.map(([path]) => path), 'cards/good.png'),
        'cards/good.png': png,
      }),
    );
    expect(places(report)).toEqual(cases.map((_, index) => `design-versions.csv:${index + 2} front`));
    expect(report.firstRejections.map(({ reason }) => reason)).toEqual(
      cases.map(([, , reason]) => expect.stringContaining(reason) as unknown),
    );
    expect(await read('select front_image is null as bare from design_versions')).toEqual([{ bare: false }]);
    expect(await stored()).toHaveLength(3);
  }, 180_000);

  it.each([
    ['both.pdf#page=abc', 'has a page that is not a number; write it like images/spring.pdf#page=2'],
    ['both.pdf#page=', 'has a page that is not a number'],
    ['both.pdf#page=-1', 'has a page that is not a number'],
    ['both.pdf#page=1.5', 'has a page that is not a number'],
    ['both.pdf#seite=2', 'has a page that is not a number'],
    ['absent.pdf#page=abc', 'has a page that is not a number'],
    ['both.pdf#page=99999', 'has no page 99999'],
    ['cards/good.png#page=2', 'names a file that is not a PDF, so it has no pages; leave out #page=2'],
    ['cards/good.png#page=1', 'names a file that is not a PDF, so it has no pages; leave out #page=1'],
  ])('named %s are refused: the page is no page of that file', async (path, reason) => {
    const report = await bring(
      withDesign({ 'design-versions.csv': versions(path), 'both.pdf': pdf, 'cards/good.png': png }),
    );
    expect(report.firstRejections.map((rejection) => [rejection.column, rejection.reason])).toEqual([
      ['front', expect.stringContaining(reason)],
    ]);
    expect(await stored()).toEqual([]);
  });

  it('may have a # in the name of their file', async () => {
    const report = await bring(
      withDesign({ 'design-versions.csv': versions('card#2.png'), 'card#2.png': png }),
    );
    expect(report.files.at(-1)).toMatchObject({ added: 1, rejected: 0, missingImages: 0 });
  });

  it('that are not there leave the row, and the picture that came before', async () => {
    const report = await bring(
      withDesign({ 'design-versions.csv': versions('later.png', 'here.png', 'cards'), 'here.png': png }),
    );
    expect(report.files.at(-1)).toMatchObject({ added: 3, rejected: 0, missingImages: 2 });
    expect(reportLines(report).join('\n')).toMatch(/2 .*(image|picture)/i);
    const fronts = () =>
      read<{ front: boolean }>(
        'select front_image is not null as front from design_versions order by id',
      ).then((rows) => rows.map(({ front }) => front));
    expect(await fronts()).toEqual([false, true, false]);
    await bring({ 'design-versions.csv': versions('later.png', 'gone.png'), 'later.png': jpeg });
    expect(await fronts()).toEqual([true, true, false]);
    await bring({ 'design-versions.csv': versions('') });
    expect(await fronts()).toEqual([false, true, false]);
  });

  it('lie inside the folder, whatever a link says', async () => {
    const outside = await folders.folder({ 'secret.png': png });
    const folder = await folders.folder(withDesign({ 'design-versions.csv': versions('link.png') }));
    await symlink(join(outside, 'secret.png'), join(folder, 'link.png'));
    const report = await importFolder(db.database, folder, { files });
    expect(places(report)).toEqual(['design-versions.csv:2 front']);
    expect(await stored()).toEqual([]);
  });

  it('are removed when a strict import saves nothing, except those that existed before', async () => {
    await bring(withDesign({ 'design-versions.csv': versions('one.png'), 'one.png': png }));
    const before = await stored();
    const report = await bring(
      withDesign({
        'design-versions.csv': versions('one.png', 'two.jpg', 'both.pdf', '../bad.png'),
        'one.png': png,
        'two.jpg': jpeg,
        'both.pdf': pdf,
      }),
      true,
    );
    expect(report.kept).toBe(false);
    expect(await stored()).toEqual(before);
    expect(await one('select count(*)::int as n from images')).toEqual({ n: 1 });
  });

  it('that the file store does not take end the import, and are not said to be missing', async () => {
    // a full disk has a message of its own
    const broken = Object.assign(new Error('The disk is broken.'), { code: 'EIO' });
    const content = withDesign({ 'design-versions.csv': versions('one.png'), 'one.png': png });
    const brokenStore = { ...files, put: () => Promise.reject(broken) };
    await expect(folders.import(db.database.pool, content, { files: brokenStore })).rejects.toBe(broken);
    expect(await one('select count(*)::int as n from images')).toEqual({ n: 0 });
  });

  it('are turned upright and lose metadata of the camera', async () => {
    const turned = await face(90, 60, 40)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'somebody at home' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    await bring(withDesign({ 'design-versions.csv': versions('turned.jpg'), 'turned.jpg': turned }));
    const image = await one('select * from images');
    expect(image).toMatchObject({ width: 40, height: 60, bytes: turned.length });
    expect(await buffer(files.createReadStream(String(image?.['original_key'])))).toEqual(turned);
    for (const key of [image?.['preview_key'], image?.['thumbnail_key']]) {
      const rendition = await sharp(await buffer(files.createReadStream(String(key)))).metadata();
      expect(rendition).toMatchObject({ format: 'webp', width: 40, height: 60 });
      expect(rendition.exif ?? rendition.xmp ?? rendition.icc).toBeUndefined();
    }
  });

  it('of a PDF are the page that the path says, each its own picture', async () => {
    await bring(
      withDesign({ 'design-versions.csv': versions('both.pdf', 'both.pdf#page=2'), 'both.pdf': pdf }),
    );
    const rows = await read<{ preview_key: string; width: number }>(
      'select preview_key, width from design_versions join images on images.account_id = design_versions.account_id and images.id = front_image order by version',
    );
    const colours = await Promise.all(
      rows.map(async ({ preview_key }) => {
        const { dominant } = await sharp(await buffer(files.createReadStream(preview_key))).stats();
        return dominant.r > dominant.b ? 'red' : 'blue';
      }),
    );
    expect([colours, rows.map(({ width }) => width)]).toEqual([
      ['red', 'blue'],
      [2000, 2000],
    ]);
  });
});
