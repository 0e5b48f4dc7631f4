import { createHash } from 'node:crypto';
import { type ProTip, proTipImage, proTipPdf } from '@mailcall/contract/pro-tips.ts';
import type { Provider } from '@mailcall/contract/provider.ts';
import { proTipPages, proTipText } from '@mailcall/contract/rules/pro-tip-pages.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { RouteServer } from '../../../platform/http/serve.ts';
import type { Viewer } from '../../identity/index.ts';
import { PageImages } from './page-images.ts';

/** Seconds */
const imageLifetime = 60 * 60;

/** There are few pages, which only change with a release or a setting. */
function cachedFiles(make: (proTip: ProTip) => Promise<Buffer>) {
  const cache = new Map<ProTip, Promise<Buffer>>();
  return (proTip: ProTip): Promise<Buffer> => {
    const known = cache.get(proTip);
    if (known) return known;
    const making = make(proTip);
    cache.set(proTip, making);
    // makes a failed page again at the next request
    making.catch(() => cache.delete(proTip));
    return making;
  };
}

export function serveProTips(
  routes: RouteServer<Viewer>,
  { clock, provider: { grades } }: Pick<Dependencies, 'clock'> & { provider: Pick<Provider, 'grades'> },
): void {
  const pages = new PageImages(grades);
  const images = cachedFiles((proTip) => pages.draw(proTip));
  const pdfs = cachedFiles(async (proTip) => {
    const { imagesToPdf, letterPage } = await import('../../../platform/pictures/image-to-pdf.ts');
    return imagesToPdf(
      [{ image: await images(proTip), ...letterPage, description: proTipText(proTip, grades) }],
      {
        title: `Pro Tip Training: ${proTipPages[proTip].headline}`,
        createdAt: clock.now(),
      },
    );
  });

  routes.serve(proTipImage, async ({ params, request, reply }) => {
    const image = await images(params.proTip);
    const etag = `"${createHash('sha256').update(image).digest('base64url').slice(0, 22)}"`;
    reply.headers({ 'cache-control': `public, max-age=${imageLifetime}`, etag });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.type('image/png').send(image);
  });

  routes.serve(proTipPdf, async ({ params, reply }) => {
    const pdf = await pdfs(params.proTip);
    reply.headers({
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="pro-tip-${params.proTip}.pdf"`,
    });
    return reply.type('application/pdf').send(pdf);
  });
}
