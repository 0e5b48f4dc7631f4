import type { Command } from '../command.ts';
import { accessLogCommands } from './access-log.ts';
import { accountCommands } from './accounts.ts';
import { apiKeyCommands } from './api-keys.ts';
import { backupCommands } from './backup.ts';
import { connectionSyncCommands } from './connection-sync.ts';
import { agencyCommands } from './agencies.ts';
import { connectionCommands } from './connections.ts';
import { contactCommands } from './contacts.ts';
import { demoCommands } from './demo.ts';
import { distributeCommands } from './distribute.ts';
import { exportCommand } from './export.ts';
import { grantCommands } from './grants.ts';
import { linkCommands } from './links.ts';
import { mailEventCommands } from './mail-events.ts';
import { outboxCommands } from './outbox.ts';
import { personalDataCommands } from './personal-data.ts';
import { queueCommands } from './queues.ts';
import { roleCommands } from './roles.ts';
import { sessionCommands } from './sessions.ts';
import { teamCommands } from './team.ts';
import { twilioCommands } from './twilio.ts';
import { versionCommands } from './version.ts';
import { webhookCommands } from './webhooks.ts';

/** In the order of the help. Commands have the names and texts, features do the work. */
export const commands: readonly Command[] = [
  ...accountCommands,
  ...contactCommands,
  ...linkCommands,
  ...roleCommands,
  ...teamCommands,
  ...sessionCommands,
  ...grantCommands,
  ...apiKeyCommands,
  ...twilioCommands,
  ...connectionCommands,
  ...connectionSyncCommands,
  ...agencyCommands,
  ...mailEventCommands,
  exportCommand,
  ...backupCommands,
  ...distributeCommands,
  ...webhookCommands,
  ...queueCommands,
  ...outboxCommands,
  ...accessLogCommands,
  ...personalDataCommands,
  ...versionCommands,
  ...demoCommands,
];
