import { Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './mailing-picture.module.css';

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
