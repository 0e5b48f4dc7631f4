import { join } from 'node:path';
import { streamImage } from '@mailcall/contract/images.ts';
import { hours } from '@mailcall/contract/time/durations.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import type { Clock } from '../../platform/clock.ts';
import { notAllowed, Problem } from '../../platform/http/problems.ts';
import { readOrMakeKey } from '../../platform/secret-file.ts';
import { textSigner } from '../../platform/signed-texts.ts';

export const renditions = ['original', 'preview', 'thumbnail'] as const;
export type Rendition = (typeof renditions)[number];

export interface AddressedImage {
  accountId: string;
  imageId: string;
  rendition: Rendition;
}

/** Signed, so that no one else can make or prolong one, and stable for an hour, so that browsers can cache pictures. */
export interface ImageAddresses {
  /** Path below the data service; valid for one to two hours. */
  urlOf(image: AddressedImage): string;
  /** @throws {Problem} 410 if the address has expired, 403 if its signature is not ours. */
  read(signature: string): AddressedImage;
}

const hour = hours(1);
const encode = (text: string) => Buffer.from(text).toString('base64url');
const decode = (text: string) => Buffer.from(text, 'base64url').toString();

/** The first process makes the key in the data folder. */
export async function openImageAddresses(options: {
  dataFolder: string;
  clock: Clock;
}): Promise<ImageAddresses> {
  const path = join(options.dataFolder, 'images', 'address-key');
  const key = (await readOrMakeKey(path)).toString('base64url');
  const signer = textSigner(key, '');

  return {
    urlOf({ accountId, imageId, rendition }) {
      const end = (Math.floor(options.clock.now().getTime() / hour) + 2) * hour;
      const payload = [encode(accountId), encode(imageId), rendition, end.toString(36)].join('.');
      return pathOf(streamImage, { signature: signer.sign(payload) });
    },
    read(signature) {
      const [account = '', image = '', rendition, end = ''] = signer.read(signature)?.split('.') ?? [];
      const known = renditions.find((candidate) => candidate === rendition);
      if (!known) throw notAllowed('This is not the address of an image.');
      if (Number.parseInt(end, 36) <= options.clock.now().getTime()) {
        throw new Problem(410, 'The link to this image has expired. Reload the page.');
      }
      return { accountId: decode(account), imageId: decode(image), rendition: known };
    },
  };
}
