import { createHash, createHmac } from 'node:crypto';

export interface SigningKeys {
  region: string;
  accessKey: string;
  secretKey: string;
}

export interface UnsignedRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: Buffer | null;
}

const hex = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
/** Percent-encodes by RFC 3986, including characters that `encodeURIComponent` leaves. */
const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Returns the headers of a request to an S3-compatible store, signed with AWS Signature Version 4. The signature
 * includes the hash of the body, so that the store refuses a modified body. `time`: the time of signing.
 */
export function signedHeaders(
  { method, url, headers, body }: UnsignedRequest,
  { region, accessKey, secretKey }: SigningKeys,
  time = new Date(),
): Record<string, string> {
  const moment = time.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = moment.slice(0, 8);
  const hash = hex(body ?? '');
  const all: Record<string, string> = { ...headers, 'x-amz-content-sha256': hash, 'x-amz-date': moment };
  const lines = Object.entries({ ...all, host: url.host })
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = lines.map(([name]) => name).join(';');
  const query = [...url.searchParams]
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .toSorted()
    .join('&');
  const canonical = [
    method,
    url.pathname,
    query,
    ...lines.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    hash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secretKey}`, day), region));
  const signature = hmac(key, ['AWS4-HMAC-SHA256', moment, scope, hex(canonical)].join('\n')).toString('hex');
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
