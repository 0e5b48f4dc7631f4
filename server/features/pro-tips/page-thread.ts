import { parentPort } from 'node:worker_threads';
import type { ProTip } from '@mailcall/contract/pro-tips.ts';
import { paintedPicture } from '../../platform/pictures/painted-picture.ts';
import { drawnPage } from './drawn-page.ts';

/** A page as the thread sends it. */
export interface PageMessage {
  proTip: ProTip;
  /** The page as a PNG. */
  image: Uint8Array;
}

/** Pixels of the image per unit of the page: 200 to the inch, which prints well. */
const pixelsPerUnit = 2;

parentPort?.on('message', (proTip: ProTip) => {
  void paintedPicture(drawnPage(proTip), pixelsPerUnit).then((image) =>
    parentPort?.postMessage({ proTip, image } satisfies PageMessage, []),
  );
});
