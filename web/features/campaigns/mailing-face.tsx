import { UnstyledButton } from '@mantine/core';
import { IconPhoto, IconPhotoOff, IconZoomIn } from '@tabler/icons-react';
import { useState } from 'react';
import { imageAddress } from './api.ts';
import classes from './mailing-face.module.css';

/** What stands where a face of a mailing cannot be shown. */
function NoFace({ failed, words }: { failed: boolean; words: string }) {
  const Mark = failed ? IconPhotoOff : IconPhoto;
  return (
    <div className={classes.placeholder} role="img" aria-label={words}>
      <Mark size={32} stroke={1.25} aria-hidden />
      <span aria-hidden>{failed ? 'This image could not be loaded' : 'No design'}</span>
    </div>
  );
}

/**
 * A face of a mailing, with `enlarge` a button. One that fails to load is a greyed placeholder that opens nothing.
 */
export function MailingFace({
  path,
  name,
  eager = false,
  placeholder = null,
  enlarge,
}: {
  /** The image's address below the data service; null without a design. */
  path: string | null;
  /** What it shows: 'Front of MC-1001'. */
  name: string;
  /** It is what the person came for, and loads at once. */
  eager?: boolean;
  /** Address of a smaller one that stands there until it has come. */
  placeholder?: string | null;
  /** Shows it on the whole screen. */
  enlarge?: { label: string; onEnlarge: () => void };
}) {
  // of this very image: one whose address has ended is tried again under its next
  const [failed, setFailed] = useState<string | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  const address = imageAddress(path);
  const small = imageAddress(placeholder);
  if (address === null) return <NoFace failed={false} words={`${name}: no design`} />;
  if (failed === address) return <NoFace failed words={`${name}: this image could not be loaded`} />;
  const image = (
    <img
      className={classes.image}
      src={address}
      alt={name}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailed(address)}
      onLoad={() => setLoaded(address)}
      style={loaded === address || small === null ? {} : { backgroundImage: `url("${small}")` }}
    />
  );
  if (!enlarge) return image;
  return (
    <UnstyledButton className={classes.open} aria-label={enlarge.label} onClick={enlarge.onEnlarge}>
      {image}
      <span className={classes.zoom} aria-hidden>
        <IconZoomIn size={20} stroke={1.75} />
      </span>
    </UnstyledButton>
  );
}
