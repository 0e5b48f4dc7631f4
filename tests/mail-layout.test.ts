import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generateMailLayout, layoutFile } from '../tools/mail-layout.ts';

test('the layout of the Performance Breakdown is what its MJML makes (node tools/mail-layouts.ts writes it)', async () => {
  expect(await readFile(layoutFile, 'utf8')).toBe(await generateMailLayout());
});
