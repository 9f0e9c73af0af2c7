import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Clocks of phones differ: the codes of this many steps before and after the current step are also accepted. */
const MAX_DRIFT_STEPS = 1;

/** Encodes bytes in base 32 without padding (RFC 4648), the format that authenticator apps read. */
export function encodeBase32(bytes: Uint8Array): string {
  // the lowest `bits` bits of `value` are not encoded yet
  let [text, bits, value] = ['', 0, 0];
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(value >>> bits) & 31];
    }
    value &= 0xff;
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text;
}

function decodeBase32(text: string): Buffer {
  // the lowest `bits` bits of `value` are not written to `bytes` yet
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

/** Returns a new secret in base 32: 160 random bits, the length that RFC 4226 recommends. */
export const newFactorSecret = (): string => encodeBase32(randomBytes(20));
/** Returns a new recovery code: 80 random bits in base 32, in groups of four characters. */
export const newRecoveryCode = (): string => encodeBase32(randomBytes(10)).replace(/(.{4})(?=.)/g, '$1-');

/** Returns the code of a time step (RFC 4226, RFC 6238 with SHA-1). */
export function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Returns the number of the time step that contains a time; steps are counted from 1970. */
export const stepAt = (timeMs: number): number => Math.floor(timeMs / 1000 / STEP_SECONDS);

/** Returns the accepted time step that has this code and is after the last used step; null if there is none. */
export function matchingStep(secret: string, code: string, lastUsedStep: number, nowMs = Date.now()): number | null {
  const enteredCode = Buffer.from(code);
  const currentStep = stepAt(nowMs);
  let matchedStep: number | null = null;
  for (let step = currentStep - MAX_DRIFT_STEPS; step <= currentStep + MAX_DRIFT_STEPS; step += 1) {
    const expectedCode = Buffer.from(codeOfStep(secret, step));
    if (enteredCode.length === expectedCode.length && timingSafeEqual(enteredCode, expectedCode) && step > lastUsedStep)
      matchedStep = step;
  }
  return matchedStep;
}

/** Returns the address that an authenticator app reads from the QR code. */
export const otpAddress = (secret: string, account: string, issuer: string): string =>
  `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?${new URLSearchParams({ secret, issuer }).toString()}`;
