import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';

/**
 * A request from this server to another service. Only origins that the operator allows (`CALL_ORIGINS`) can be reached.
 */
export interface CallOut {
  url: string;
  method: string;
  body: string;
  headers: Readonly<Record<string, string>>;
  origins: readonly string[];
  /** Timeout of the whole exchange, and maximum size of the answer. The connection is closed beyond either limit. */
  timeoutMs?: number;
  maxBytes?: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_MAX_BYTES = 1_000_000;

/**
 * Addresses that are always refused, whatever host name resolves to them: link-local, multicast, unspecified, reserved
 * and cloud metadata addresses. No service of a company uses them.
 */
const FORBIDDEN_ADDRESSES = new BlockList();
FORBIDDEN_ADDRESSES.addSubnet('169.254.0.0', 16, 'ipv4');
FORBIDDEN_ADDRESSES.addSubnet('0.0.0.0', 8, 'ipv4');
FORBIDDEN_ADDRESSES.addSubnet('224.0.0.0', 3, 'ipv4');
FORBIDDEN_ADDRESSES.addSubnet('100.100.100.200', 32, 'ipv4');
FORBIDDEN_ADDRESSES.addAddress('::', 'ipv6');
FORBIDDEN_ADDRESSES.addSubnet('fe80::', 10, 'ipv6');
FORBIDDEN_ADDRESSES.addSubnet('ff00::', 8, 'ipv6');
FORBIDDEN_ADDRESSES.addAddress('fd00:ec2::254', 'ipv6');
// NAT64: a gateway would translate such an IPv6 address back to an IPv4 address
FORBIDDEN_ADDRESSES.addSubnet('64:ff9b::', 96, 'ipv6');
FORBIDDEN_ADDRESSES.addSubnet('64:ff9b:1::', 48, 'ipv6');
const LOOPBACK_ADDRESSES = new BlockList();
LOOPBACK_ADDRESSES.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK_ADDRESSES.addAddress('::1', 'ipv6');

/** Returns the IPv4 address of an IPv4-mapped IPv6 address; any other address unchanged. */
const toPlainAddress = (address: string): string =>
  /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice(7) : address;

/**
 * Returns whether a call may go to this address. A loopback address is allowed only if the host name is `localhost`
 * or an IP address. Another name that resolves to 127.0.0.1 (DNS rebinding) is refused.
 */
export function isPermittedAddress(address: string, hostname: string): boolean {
  const plainAddress = toPlainAddress(address);
  const family = isIP(plainAddress) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(plainAddress) === 0 || FORBIDDEN_ADDRESSES.check(plainAddress, family)) return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  return !LOOPBACK_ADDRESSES.check(plainAddress, family) || host === 'localhost' || isIP(host) !== 0;
}

/** Parses and validates the URL of a call. Throws an Error with a text for users when the URL is not allowed. */
export function allowedAddress(url: string, origins: readonly string[]): URL {
  if (!/^https?:\/\/[^\\\s]*$/i.test(url)) throw new Error('调用地址应以 http:// 或 https:// 开头，不含空格和反斜杠');
  const address = new URL(url);
  if (!origins.includes(address.origin)) throw new Error(`${address.origin} 不在允许调用的范围内（CALL_ORIGINS）`);
  if (address.username !== '' || address.password !== '') throw new Error('调用地址不能含有用户名和密码');
  return address;
}

const forbiddenError = (hostname: string): Error => new Error(`${hostname} 指向不允许访问的地址`);

/** A DNS lookup that returns only permitted addresses (`isPermittedAddress`). The connection is made to one of them. */
const guardedLookup: NonNullable<RequestOptions['lookup']> = (hostname, options, done) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) {
      done(error, '');
      return;
    }
    const permittedAddresses = addresses.filter(({ address }) => isPermittedAddress(address, hostname));
    const [first] = permittedAddresses;
    if (!first) done(forbiddenError(hostname), '');
    else if (options.all) (done as unknown as (error: null, all: LookupAddress[]) => void)(null, permittedAddresses);
    else done(null, first.address, first.family);
  });
};

/**
 * Sends the request and returns status and body. Does not follow redirects. Throws an Error with a text for users, or
 * the network error.
 */
export async function callOut({
  url,
  method,
  body,
  headers,
  origins,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  maxBytes = DEFAULT_MAX_BYTES,
}: CallOut): Promise<{ status: number; text: string }> {
  const address = allowedAddress(url, origins);
  const host = address.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPermittedAddress(host, host)) throw forbiddenError(host);
  const send = address.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const outgoingRequest = send(
      address,
      {
        method,
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        lookup: guardedLookup,
        signal,
        agent: false,
      },
      (answer) => {
        let size = 0;
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length;
          chunks.push(chunk);
          if (size > maxBytes) outgoingRequest.destroy(new Error(`对方的答复超过 ${maxBytes} 字节`));
        });
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        );
        answer.once('error', reject);
      },
    );
    outgoingRequest.once('error', (error) =>
      reject(signal.aborted ? new Error(`对方在 ${timeoutMs / 1000} 秒内没有答复完`) : error),
    );
    outgoingRequest.end(body);
  });
}
