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

const sha256Hex = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const hmacSha256 = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
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
  const timestamp = time.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = timestamp.slice(0, 8);
  const hash = sha256Hex(body ?? '');
  const requestHeaders: Record<string, string> = { ...headers, 'x-amz-content-sha256': hash, 'x-amz-date': timestamp };
  const sortedHeaders = Object.entries({ ...requestHeaders, host: url.host })
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = sortedHeaders.map(([name]) => name).join(';');
  const query = [...url.searchParams]
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .toSorted()
    .join('&');
  const canonicalRequest = [
    method,
    url.pathname,
    query,
    ...sortedHeaders.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    hash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = ['s3', 'aws4_request'].reduce(hmacSha256, hmacSha256(hmacSha256(`AWS4${secretKey}`, day), region));
  const signature = hmacSha256(
    key,
    ['AWS4-HMAC-SHA256', timestamp, scope, sha256Hex(canonicalRequest)].join('\n'),
  ).toString('hex');
  return {
    ...requestHeaders,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
