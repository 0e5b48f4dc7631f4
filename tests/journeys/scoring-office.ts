import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { SuggestionRequest } from '@mailcall/contract/suggestions.ts';
import type { TeamRole } from '@mailcall/contract/rules/team-roles.ts';
import { expect, type Page } from '@playwright/test';
import { SuggestionWork } from '../../server/features/suggestions/index.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { createLog } from '../../server/platform/log.ts';
import { newSigningSecret } from '../../server/platform/standard-webhooks.ts';
import { readProvider } from '../../server/provider.ts';
import { answerJson, listenOnLoopback } from '../support/loopback-server.ts';
import { wavOf } from '../support/wav.ts';
import {
  givePassword,
  importFiles,
  journeysEnvironment,
  makeTeamMember,
  withDatabase,
} from './own-record.ts';
import { newestMessage } from './person.ts';

const password = 'Own-Scorer-2026';

/** Three seconds: a tone, two seconds of silence, and a tone. */
const recording = wavOf(
  Uint8Array.from({ length: 24_000 }, (_, at) =>
    at > 4000 && at < 20_000 ? 128 : 128 + Math.round(60 * Math.sin(at / 4)),
  ),
);

/** An office whose calls wait for a score, and scorers who work for it alone. */
export class ScoringOffice {
  readonly id = `scored-${randomUUID()}`;

  static async open(...callers: readonly string[]): Promise<ScoringOffice> {
    const office = new ScoringOffice();
    const { id } = office;
    await importFiles(
      {
        accounts: [{ id, name: 'Quill Dental', time_zone: 'America/Denver', industry: 'Dental' }],
        staff: ['Maria Front', 'Jo Desk'].map((name, index) => ({
          id: `${id}-staff-${index}`,
          account_id: id,
          name,
        })),
        calls: callers.map((caller, index) => ({
          id: `${id}-call-${index}`,
          account_id: id,
          call_date_time: new Date(Date.now() - (callers.length - index) * 600_000).toISOString(),
          duration_seconds: '3',
          caller_name: caller,
          caller_phone_number: `+1303555${String(100 + index).padStart(4, '0')}`,
          audio: 'call.wav',
        })),
      },
      { 'call.wav': recording },
    );
    return office;
  }

  async addPerson(name: string): Promise<string> {
    const email = `${name.toLowerCase()}-${this.id}@own.example`;
    await importFiles({ contacts: [{ id: `${name}-${this.id}`, name, email, account_ids: this.id }] });
    await givePassword(email, password);
    return email;
  }

  async addMember(name: string, role: TeamRole = 'scorer'): Promise<string> {
    const email = `${name.toLowerCase()}-${this.id}@team.example`;
    await makeTeamMember({ id: this.idOf(name), name, email, password, accountId: this.id, role });
    return email;
  }

  async transcribe(call: number, ...texts: readonly string[]): Promise<void> {
    await importFiles({
      transcripts: texts.map((text, index) => ({
        account_id: this.id,
        call_id: `${this.id}-call-${call}`,
        turn: String(index + 1),
        text,
        from_ms: String(index * 1000),
        to_ms: String((index + 1) * 1000),
      })),
    });
  }

  /** A worker asks a model about the office's calls, which answers the same about each. */
  async askModel(suggestions: readonly object[]): Promise<void> {
    const model = await listenOnLoopback(
      createServer((request, response) => {
        void json(request).then((question) => {
          const { call } = question as SuggestionRequest;
          answerJson(response, 200, { callId: call.id, suggestions });
        });
      }),
    );
    const environment = { ...journeysEnvironment(), suggestionsSecret: newSigningSecret() };
    const provider = readProvider({ providerFile: undefined });
    await withDatabase((database) =>
      new SuggestionWork({
        database,
        environment,
        clock: systemClock,
        log: createLog(environment),
        provider: { ...provider, suggestions: { url: model.origin, accounts: [this.id] } },
      }).look(),
    );
    await model.close();
  }

  idOf(name: string): string {
    return `${name}-${this.id}`;
  }
}

/** Signs in with the second step, which leads to where the team begins. */
export async function enterAsMember(page: Page, email: string, start = 'Scoring'): Promise<void> {
  // all journeys come from one address, whose codes are limited
  await withDatabase(({ pool }) => pool.query('delete from attempt_limits'));
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Mail me a code' }).click();
  await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible();
  await page.getByLabel('Code').fill((await newestMessage(page, email)).code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { level: 1, name: start })).toBeVisible();
}

export async function enterAgain(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}
