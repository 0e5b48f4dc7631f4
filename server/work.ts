import {
  connectionKinds,
  ConnectedCalls,
  connectionFetches,
  ScheduledSyncs,
  ReportedCalls,
} from './features/connectors/index.ts';
import type { Dependencies } from './dependencies.ts';
import { appendReadHours, sealActivity } from './features/activity/index.ts';
import { AlertEngine, presentAddress, openUnsubscribeLinks } from './features/alerts/index.ts';
import { countClients } from './features/client-health/index.ts';
import { DesignAlerts, presentDesignAddress } from './features/design-alerts/index.ts';
import { PatientAudits, PatientListJobs } from './features/patient-lists/index.ts';
import { WrittenExports } from './features/exports/index.ts';
import { silenceTasks } from './features/inbox/index.ts';
import { mergeTasks } from './features/office-merges/index.ts';
import { FeedFileFetches } from './features/ingest/index.ts';
import { openOutbox, savedViewKind } from './features/outbox/index.ts';
import { nightlyRetention } from './features/personal-data/index.ts';
import { presentViewAddress, SavedViewMails } from './features/saved-views/index.ts';
import { ChangePublisher } from './features/changes/index.ts';
import { SpreadsheetJobs } from './features/spreadsheets/index.ts';
import { SuggestionWork } from './features/suggestions/index.ts';
import { WebhookSender } from './features/data-out/index.ts';
import { atIntervals } from './platform/intervals.ts';
import { startJobs } from './platform/jobs.ts';
import { stopAll } from './platform/program.ts';
import { readProvider } from './provider.ts';
import { openSharedParts, type SharedParts } from './shared-parts.ts';
import { isDesignAlert } from '@mailcall/contract/rules/design-alerts.ts';
import { hours, minutes } from '@mailcall/contract/time/durations.ts';

const resumeInterval = minutes(1);

const sealInterval = minutes(1);

/** Finds new offices early; figures are counted again when they are old. */
const countInterval = minutes(1);

const retentionInterval = hours(1);

/** Runs until stopped, in the web process or a separate one (`ROLE`). `given`: parts that the web process closes. */
export async function startWork(
  dependencies: Dependencies,
  given?: SharedParts,
): Promise<{ stop(): Promise<void> }> {
  const { database, environment, log } = dependencies;
  const provider = readProvider(environment);
  const outbox = openOutbox({
    ...dependencies,
    provider,
    alertCheck: (transaction, { kind, ...message }, now) => {
      if (kind === savedViewKind) return presentViewAddress(transaction, message.id, { now, environment });
      if (isDesignAlert(kind)) return presentDesignAddress(transaction, { ...message, kind });
      return presentAddress(transaction, message, now);
    },
  });
  const exports = new WrittenExports({ ...dependencies, outbox });
  const audits = new PatientAudits(dependencies);
  const patientLists = new PatientListJobs(dependencies);
  const unsubscribeLinks = await openUnsubscribeLinks(environment);
  const alerts = new AlertEngine({ ...dependencies, outbox, unsubscribeLinks });
  const viewMails = new SavedViewMails({ ...dependencies, outbox, unsubscribeLinks });
  const designAlerts = new DesignAlerts({ ...dependencies, outbox, unsubscribeLinks });
  const shared = given ?? openSharedParts(dependencies);
  const { notifications, importQueue } = shared;
  const publisher = new ChangePublisher({ database, notifications, log });
  const webhooks = new WebhookSender({ ...dependencies, notifications });
  const suggestions = new SuggestionWork({ ...dependencies, provider });
  const spreadsheets = new SpreadsheetJobs({ ...dependencies, queue: importQueue });
  const fetches = new FeedFileFetches(dependencies, importQueue, connectionFetches(dependencies));
  const syncs = new ScheduledSyncs({ ...dependencies, queue: importQueue });
  const reportedCalls = new ReportedCalls(dependencies, importQueue);
  const connectedCalls = new ConnectedCalls(dependencies, importQueue, connectionKinds);
  const shortTasks = { ...outbox.tasks, ...reportedCalls.tasks };
  const longTasks = {
    ...mergeTasks(dependencies),
    ...exports.tasks,
    ...audits.tasks,
    ...patientLists.tasks,
    ...spreadsheets.tasks,
    ...fetches.tasks,
    ...connectedCalls.tasks,
    ...silenceTasks(dependencies),
  };
  const jobs = await startJobs({ pool: database.pool, log, tasks: shortTasks, longTasks });
  const endResuming = atIntervals(
    async () => {
      await fetches.resume();
      await reportedCalls.resume();
      await connectedCalls.resume();
    },
    resumeInterval,
    (error) => log.warn({ err: error }, 'the check for interrupted imports failed'),
  );
  const stopping = new AbortController();
  const endRetention = atIntervals(
    async () => void (await nightlyRetention(dependencies, stopping.signal)),
    retentionInterval,
    (error) => log.error({ err: error }, 'the retention failed'),
  );
  const endSealing = atIntervals(
    async () => {
      await appendReadHours(dependencies);
      await sealActivity(dependencies);
    },
    sealInterval,
    (error) => log.error({ err: error }, 'the activity could not be sealed'),
  );
  let counting: Promise<unknown> | null = null;
  const countAgain = async () => {
    counting ??= countClients(dependencies, { stopped: stopping.signal }).finally(() => {
      counting = null;
    });
    await counting;
  };
  const countFailed = (error: unknown) =>
    log.error({ err: error }, 'the health of clients could not be counted');
  const endCounting = atIntervals(countAgain, countInterval, countFailed);
  countAgain().catch(countFailed);
  const endWatch = outbox.watch();
  await exports.start();
  await patientLists.start();
  await spreadsheets.start();
  alerts.start();
  syncs.start();
  viewMails.start();
  designAlerts.start();
  await publisher.start();
  await webhooks.start();
  await suggestions.start();
  return {
    stop: () =>
      stopAll([
        () => stopping.abort(),
        endRetention,
        endSealing,
        endCounting,
        () => counting?.catch(countFailed),
        endWatch,
        endResuming,
        () => exports.stop(),
        () => patientLists.stop(),
        () => spreadsheets.stop(),
        () => publisher.stop(),
        () => webhooks.stop(),
        () => suggestions.stop(),
        () => alerts.stop(),
        () => syncs.stop(),
        () => viewMails.stop(),
        () => designAlerts.stop(),
        () => audits.stop(),
        () => jobs.stop(),
        async () => {
          if (!given) await shared.close();
        },
      ]),
  };
}
