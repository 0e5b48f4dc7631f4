import { z } from 'zod';

export interface S3Address {
  readonly bucket: string;
  /** Empty, or segments that each end with a slash. */
  readonly prefix: string;
  /** Such as `https://s3.example.com`; Amazon if undefined. */
  readonly endpoint: string | undefined;
  readonly region: string;
}

const example = 's3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1';
const defaultRegion = 'us-east-1';
const knownOptions = new Set(['endpoint', 'region']);

const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixPattern = /^([A-Za-z0-9][A-Za-z0-9._-]{0,127}\/){0,7}$/;
const regionPattern = /^[a-z0-9-]{1,40}$/;

/** Parses `s3://bucket/prefix?endpoint=https://…&region=…`; only the bucket is required. */
export const s3Address = z.string().transform((text, context): S3Address => {
  const wrong = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (!text.startsWith('s3://') || !URL.canParse(text)) return wrong(`an address such as ${example}`);
  const { username, password, host, pathname, searchParams, hash } = new URL(text);
  if (username !== '' || password !== '')
    return wrong('without a key: keys are read from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  if (!bucketPattern.test(host))
    return wrong('the address of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens after s3://');
  const prefix = pathname.replace(/^\//, '').replace(/([^/])$/, '$1/');
  if (!prefixPattern.test(prefix))
    return wrong(
      'an address whose prefix has letters, digits, dots, hyphens and underscores between slashes',
    );
  const options = [...searchParams.keys()];
  if (
    hash !== '' ||
    options.some((name) => !knownOptions.has(name)) ||
    new Set(options).size < options.length
  )
    return wrong('an address with the options endpoint and region, each at most once');
  const endpoint = searchParams.get('endpoint')?.replace(/\/$/, '');
  if (endpoint !== undefined && !(URL.canParse(endpoint) && isHttpOrigin(new URL(endpoint), endpoint)))
    return wrong('an address whose endpoint is an origin such as https://s3.example.com');
  const region = searchParams.get('region') ?? defaultRegion;
  if (!regionPattern.test(region)) return wrong('an address whose region is a name such as eu-central-1');
  return { bucket: host, prefix, endpoint, region };
});

const isHttpOrigin = ({ protocol, origin }: URL, text: string) =>
  ['http:', 'https:'].includes(protocol) && origin === text;
