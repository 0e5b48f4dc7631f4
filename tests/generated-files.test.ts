import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generateSchema, schemaFile } from '../tools/generate-schema.ts';
import { currentLicenses, licensesFile, writeLicenses } from '../tools/licenses.ts';
import { testDatabase } from './support/test-database.ts';
import { generateMailLayout, layoutFile } from '../tools/mail-layout.ts';

const here = testDatabase();

test('server/platform/schema.ts is what the migrations make (node tools/schema.ts writes it)', async () => {
  expect(await readFile(schemaFile, 'utf8')).toBe(await generateSchema(here.url));
});

test('the layout of the Performance Breakdown is what its MJML makes (node tools/mail-layouts.ts writes it)', async () => {
  expect(await readFile(layoutFile, 'utf8')).toBe(await generateMailLayout());
});

test('LICENSES.md lists the packages of package-lock.json (node tools/licenses.ts writes it)', async () => {
  expect(await readFile(licensesFile, 'utf8')).toBe(await currentLicenses());
});

test.each([
  ['without a license', { version: '1.0.0' }],
  ['with a license that nobody has read', { version: '1.0.0', license: 'MIT AND AGPL-3.0-only' }],
])('refuses a package %s', (_name, locked) => {
  expect(() => writeLicenses({ 'node_modules/a': locked })).toThrow('a has the license');
});
