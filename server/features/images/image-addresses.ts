import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { streamImage } from '@mailcall/contract/images.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import type { Clock } from '../../platform/clock.ts';
import { notAllowed, Problem } from '../../platform/http/problems.ts';
import { readOrMakeSecretFile } from '../../platform/secret-file.ts';

/** What of an image is shown: the file as it came, the picture for a screen, or the small one. */
export const renditions = ['original', 'preview', 'thumbnail'] as const;
export type Rendition = (typeof renditions)[number];

/** Which picture an address stands for. */
export interface AddressedImage {
  accountId: string;
  /** Id of a row of `images`. */
  imageId: string;
  rendition: Rendition;
}

/**
 * The addresses of images: signed, so that nobody can make or prolong one, and the same for an hour, so that browsers
 * keep what they have loaded.
 */
export interface ImageAddresses {
  /** The path below the data service; good for one to two hours. */
  urlOf(image: AddressedImage): string;
  /**
   * What an address stands for.
   * @throws {Problem} 410 when it has ended, 403 when it is not one of ours.
   */
  read(signature: string): AddressedImage;
}

const hour = 3_600_000;
const encode = (text: string) => Buffer.from(text).toString('base64url');
const decode = (text: string) => Buffer.from(text, 'base64url').toString();

/** Opens the addresses: the key lies in the data folder, the first process makes it. */
export async function openImageAddresses(options: {
  dataFolder: string;
  clock: Clock;
}): Promise<ImageAddresses> {
  const path = join(options.dataFolder, 'images', 'address-key');
  const key = await readOrMakeSecretFile(path, () => randomBytes(32).toString('base64url'));
  const sign = (text: string) => createHmac('sha256', key.trim()).update(text).digest();

  return {
    urlOf({ accountId, imageId, rendition }) {
      const end = (Math.floor(options.clock.now().getTime() / hour) + 2) * hour;
      const payload = [encode(accountId), encode(imageId), rendition, end.toString(36)].join('.');
      return pathOf(streamImage, { signature: `${payload}.${sign(payload).toString('base64url')}` });
    },
    read(signature) {
      const [account = '', image = '', rendition = '', end = '', ...macs] = signature.split('.');
      // compared as texts: many of them decode to the same bytes, and one picture has one address
      const expected = Buffer.from(sign([account, image, rendition, end].join('.')).toString('base64url'));
      const providedMac = Buffer.from(macs.join('.'));
      const known = renditions.find((one) => one === rendition);
      if (!known || providedMac.length !== expected.length || !timingSafeEqual(providedMac, expected)) {
        throw notAllowed('This is not the address of an image.');
      }
      if (Number.parseInt(end, 36) <= options.clock.now().getTime()) {
        throw new Problem(410, 'The address of this image has ended. Load the page again.');
      }
      return { accountId: decode(account), imageId: decode(image), rendition: known };
    },
  };
}
