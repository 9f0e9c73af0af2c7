import { lookup as resolve, type LookupAddress } from 'node:dns';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';

/** A call from here to a service; only what the operator has named (`CALL_ORIGINS`) is ever reached. */
export interface CallOut {
  url: string;
  method: string;
  body: string;
  headers: Readonly<Record<string, string>>;
  origins: readonly string[];
  /** For the whole exchange, and bytes of an answer that are read before the line is cut. */
  timeMs?: number;
  maxBytes?: number;
}

const TIME_MS = 10_000;
const MAX_BYTES = 1_000_000;

/** Where no service of a company lives, but what throws a machine its secrets may: refused whatever name led there. */
const NEVER = new BlockList();
NEVER.addSubnet('169.254.0.0', 16, 'ipv4');
NEVER.addSubnet('0.0.0.0', 8, 'ipv4');
NEVER.addSubnet('224.0.0.0', 3, 'ipv4');
NEVER.addSubnet('100.100.100.200', 32, 'ipv4');
NEVER.addAddress('::', 'ipv6');
NEVER.addSubnet('fe80::', 10, 'ipv6');
NEVER.addSubnet('ff00::', 8, 'ipv6');
NEVER.addAddress('fd00:ec2::254', 'ipv6');
// an address of the old kind within one of the new: a gateway would turn it back
NEVER.addSubnet('64:ff9b::', 96, 'ipv6');
NEVER.addSubnet('64:ff9b:1::', 48, 'ipv6');
const OWN = new BlockList();
OWN.addSubnet('127.0.0.0', 8, 'ipv4');
OWN.addAddress('::1', 'ipv6');

const plainOf = (address: string): string =>
  /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice(7) : address;

/**
 * Whether a call may go to this address. This machine itself is reached only where the origin says so in so many words:
 * a name that turns to 127.0.0.1 overnight (DNS rebinding) opens nothing.
 */
export function mayReach(address: string, hostname: string): boolean {
  const plain = plainOf(address);
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(plain) === 0 || NEVER.check(plain, family)) return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  return !OWN.check(plain, family) || host === 'localhost' || isIP(host) !== 0;
}

/** The address as it is called; throws an Error with a text for people where it leaves what is allowed. */
export function allowedAddress(url: string, origins: readonly string[]): URL {
  if (!/^https?:\/\/[^\\\s]*$/i.test(url)) throw new Error('调用地址应以 http:// 或 https:// 开头，不含空格和反斜杠');
  const address = new URL(url);
  if (!origins.includes(address.origin)) throw new Error(`${address.origin} 不在允许调用的范围内（CALL_ORIGINS）`);
  if (address.username !== '' || address.password !== '') throw new Error('调用地址不能含有用户名和密码');
  return address;
}

const refusal = (hostname: string): Error => new Error(`${hostname} 指向不允许访问的地址`);

/** Looks a name up and answers only addresses that may be reached: the very ones that are then connected to. */
const guardedLookup: NonNullable<RequestOptions['lookup']> = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) {
      done(error, '');
      return;
    }
    const open = found.filter(({ address }) => mayReach(address, hostname));
    const [first] = open;
    if (!first) done(refusal(hostname), '');
    else if (options.all) (done as unknown as (error: null, all: LookupAddress[]) => void)(null, open);
    else done(null, first.address, first.family);
  });
};

/** Calls; answers the status and the text. No redirect is followed. Throws what went wrong. */
export async function callOut({
  url,
  method,
  body,
  headers,
  origins,
  timeMs = TIME_MS,
  maxBytes = MAX_BYTES,
}: CallOut): Promise<{ status: number; text: string }> {
  const address = allowedAddress(url, origins);
  const host = address.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !mayReach(host, host)) throw refusal(host);
  const send = address.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((done, fail) => {
    const signal = AbortSignal.timeout(timeMs);
    const sent = send(
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
          if (size > maxBytes) sent.destroy(new Error(`对方的答复超过 ${maxBytes} 字节`));
        });
        answer.once('end', () =>
          done({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        );
        answer.once('error', fail);
      },
    );
    sent.once('error', (error) => fail(signal.aborted ? new Error(`对方在 ${timeMs / 1000} 秒内没有答复完`) : error));
    sent.end(body);
  });
}
