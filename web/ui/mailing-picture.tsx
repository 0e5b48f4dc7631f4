import { Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './mailing-picture.module.css';

/** A small picture of a mailing, by which people recognize it; a sign of a picture without one. */
export function MailingPicture({ address, name }: { address: string | null; name: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (address === null || failed === address)
    return (
      <span className={classes.picture} aria-hidden>
        <IconPhoto size={20} stroke={1.25} />
      </span>
    );
  return (
    <span className={classes.picture}>
      <img src={address} alt={name} decoding="async" onError={() => setFailed(address)} />
    </span>
  );
}

/** Names a mailing in a dialog: picture and title, with the order number in small type. */
export function NamedMailing({
  title,
  orderNumber,
  picture,
}: {
  title: string;
  orderNumber: string;
  picture: string | null;
}) {
  return (
    <div className={classes.named}>
      <MailingPicture address={picture} name={`Front of ${title}`} />
      <div>
        <Text fw={600}>{title}</Text>
        {title !== orderNumber && (
          <Text size="xs" c="dimmed">
            Order {orderNumber}
          </Text>
        )}
      </div>
    </div>
  );
}
