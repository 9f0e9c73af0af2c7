import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Clocks of phones differ: the step before and the step after count, too. */
const DRIFT = 1;

/** Bytes in base 32 without padding (RFC 4648), as authenticator apps take them. */
export function base32(bytes: Uint8Array): string {
  let [text, bits, value] = ['', 0, 0];
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(value >>> (bits - 5)) & 31];
    value &= 0xff;
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text;
}

function bytesOf(text: string): Buffer {
  let [bits, value] = [0, 0];
  const bytes: number[] = [];
  for (const letter of text) {
    value = ((value << 5) | ALPHABET.indexOf(letter)) & 0xffff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >>> bits) & 0xff);
    }
  }
  return Buffer.from(bytes);
}

/** 160 random bits, the length that RFC 4226 recommends. */
export const newFactorSecret = (): string => base32(randomBytes(20));
/** 80 random bits in groups that can be written down. */
export const newRecoveryCode = (): string => base32(randomBytes(10)).replace(/(.{4})(?=.)/g, '$1-');

/** The code of a step (RFC 4226, RFC 6238 with SHA-1). */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

export const stepAt = (now: number): number => Math.floor(now / 1000 / STEP_SECONDS);

/** The step whose code this is, later than the last one that was used; null when there is none. */
export function matchingStep(secret: string, code: string, last: number, now = Date.now()): number | null {
  const given = Buffer.from(code);
  const at = stepAt(now);
  let found: number | null = null;
  for (let step = at - DRIFT; step <= at + DRIFT; step += 1) {
    const wanted = Buffer.from(codeAt(secret, step));
    if (given.length === wanted.length && timingSafeEqual(given, wanted) && step > last) found = step;
  }
  return found;
}

/** What an authenticator app reads from the QR code. */
export const otpAddress = (secret: string, account: string, issuer: string): string =>
  `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?${new URLSearchParams({ secret, issuer }).toString()}`;
