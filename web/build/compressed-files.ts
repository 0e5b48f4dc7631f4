import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Smallest file to compress, in bytes; the server has the same limit for its responses. */
const smallest = 1024;

/** Writes a Brotli and a gzip version of each text file, so that the server need not compress them. */
export function compressedFiles(): Plugin {
  return {
    name: 'mailcall:compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) =>
        /\.(js|mjs|css|html|json|svg)$/.test(fileName),
      );
      await Promise.all(
        texts.map(async (file) => {
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (content.length < smallest) return;
          const brotli = await promisify(brotliCompress)(content, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
              [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
            },
          });
          await writeFile(join(dir, `${file.fileName}.br`), brotli);
          await writeFile(join(dir, `${file.fileName}.gz`), await promisify(gzip)(content, { level: 9 }));
        }),
      );
    },
  };
}
