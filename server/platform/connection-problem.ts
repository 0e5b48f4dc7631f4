/** Mailcall's rules refuse a connection. The message is a sentence for operators. */
export class RefusedConnection extends Error {}

const problems: readonly (readonly [codes: RegExp, problem: string])[] = [
  [/^(ENOTFOUND|EAI_AGAIN|ENODATA)$/, 'The host name of the address cannot be looked up.'],
  [/^ECONNREFUSED$/, 'The address refuses the connection.'],
  [/^(ECONNRESET|EPIPE)$/, 'The address breaks the connection off.'],
  [/^(ETIMEDOUT|ABORT_ERR)$/, 'The address does not answer in time.'],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, 'The address cannot be reached.'],
  [
    /^(CERT_|ERR_TLS_|ERR_SSL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|EPROTO)/,
    'The address has no valid TLS certificate or connection.',
  ],
  [/^HPE_/, 'The address does not answer like a web server.'],
];

/** Sentence for operators about a failed request, without the address. */
export function connectionProblem(error: unknown): string {
  if (error instanceof RefusedConnection) return error.message;
  const { name } = error as Error;
  if (name === 'TimeoutError' || name === 'AbortError') return 'The address does not answer in time.';
  interface WithCodes {
    code?: string;
    errors?: { code?: string }[];
  }
  const found = [error, (error as Error).cause ?? {}] as WithCodes[];
  const codes = found.flatMap(({ code = '', errors = [] }) => [code, ...errors.map((one) => one.code ?? '')]);
  return (
    problems.find(([pattern]) => codes.some((one) => pattern.test(one)))?.[1] ??
    'The address does not answer.'
  );
}

export const statusProblem = (status: number): string => `The address answers with status ${status}.`;
