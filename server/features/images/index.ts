/*
 * Images: pictures of mailings in the file store, in three sizes, by signed addresses that last for an hour or two.
 * store-image makes the sizes, also of a page of a PDF (platform/pictures draws it). image-addresses signs the addresses.
 * Tables: images. The import (room ingest) adds the rows.
 * Routes: GET /images/:signature.
 */
import { streamImage } from '@mailcall/contract/images.ts';
import type { Dependencies } from '../../dependencies.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import type { ImageAddresses } from './image-addresses.ts';

export {
  type ImageAddresses,
  openImageAddresses,
} from './image-addresses.ts';
export {
  ImageRefused,
  readPictureFacts,
  restoreImage,
  storeImage,
  type StoredImage,
  maxImageSize,
} from './store-image.ts';
export { exportImages } from './export-images.ts';

export function serveImages(
  routes: RouteServer<Viewer>,
  {
    database,
    files,
    imageAddresses,
  }: Pick<Dependencies, 'database' | 'files'> & { imageAddresses: ImageAddresses },
): void {
  routes.serve(streamImage, async ({ params, request, reply }) => {
    const { accountId, imageId, rendition } = imageAddresses.read(params.signature);
    const image = await database.kysely
      .selectFrom('images')
      .select(['original_key', 'preview_key', 'thumbnail_key', 'media_type'])
      .where('account_id', '=', accountId)
      .where('id', '=', imageId)
      .executeTakeFirst();
    const key =
      image &&
      { original: image.original_key, preview: image.preview_key, thumbnail: image.thumbnail_key }[rendition];
    const stored = key && (await files.stat(key));
    if (!image || !key || !stored) throw notFound('The image no longer exists.');
    const etag = `"${imageId.slice(0, 24)}-${rendition}"`;
    reply.headers({
      // the address expires, and its content never changes
      'cache-control': 'private, max-age=3600, immutable',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': rendition === 'original' ? image.media_type : 'image/webp',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      etag,
    });
    if (request.headers['if-none-match'] === etag) {
      await reply.status(304).send();
      return;
    }
    reply.header('content-length', stored.bytes);
    await reply.send(files.createReadStream(key));
  });
}
