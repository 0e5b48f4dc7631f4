import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generateSchema, schemaFile } from '../tools/generate-schema.ts';
import { testDatabase } from './support/test-database.ts';
import { generateMailLayout, layoutFile } from '../tools/mail-layout.ts';

const here = testDatabase();

test('server/platform/schema.ts is what the migrations make (node tools/schema.ts writes it)', async () => {
  expect(await readFile(schemaFile, 'utf8')).toBe(await generateSchema(here.url));
});

test('the layout of the Performance Breakdown is what its MJML makes (node tools/mail-layouts.ts writes it)', async () => {
  expect(await readFile(layoutFile, 'utf8')).toBe(await generateMailLayout());
});
