import { readFileSync } from 'node:fs';
import { FieldProblemList } from '@mailcall/contract/wire/envelope.ts';
import { type Provider, providerSchema, type PublicProvider } from '@mailcall/contract/provider.ts';
import type { Environment } from './platform/env.ts';
import { OperatorProblem } from './platform/operator-problem.ts';

/** Omitted fields have defaults. Throws OperatorProblem when the file cannot be read, or with every invalid field. */
export function readProvider({ providerFile }: Pick<Environment, 'providerFile'>): Provider {
  if (providerFile === undefined) return providerSchema.parse({});
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(providerFile, 'utf8'));
  } catch (error) {
    throw new OperatorProblem(
      `PROVIDER names ${providerFile}, which cannot be read: ${(error as Error).message}`,
    );
  }
  const result = providerSchema.safeParse(parsed);
  if (result.success) return result.data;
  const problems = new FieldProblemList();
  problems.addError(result.error);
  const lines = Object.entries(problems.listed).map(([field, wrong]) => `${field}: ${wrong}`);
  throw new OperatorProblem(`The provider's file ${providerFile} is not right.\n${lines.join('\n')}`);
}

export const publicProvider = ({
  hours: _hours,
  scoringTarget: _scoringTarget,
  showScorers: _showScorers,
  startPage: _startPage,
  scoring: _scoring,
  clientViews: _clientViews,
  formats: _formats,
  suggestions: _suggestions,
  ...provider
}: Provider): PublicProvider => provider;
