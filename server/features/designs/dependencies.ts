import type { Dependencies } from '../../dependencies.ts';
import type { Provider } from '@mailcall/contract/provider.ts';
import type { ImageAddresses } from '../images/index.ts';
import type { Outbox } from '../outbox/index.ts';

export interface DesignDependencies
  extends Pick<Dependencies, 'database' | 'clock' | 'environment' | 'files'> {
  imageAddresses: ImageAddresses;
  outbox: Outbox;
  provider: Provider;
}
