import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../settings.ts';
import { newId } from './id.ts';
import { OperatorError } from './operatorError.ts';

/** Seals secrets that the server must read again, so that who gets the database alone gets none of them. */
export interface SecretBox {
  /** AES-256-GCM with a random nonce. `owner` is bound to the result: moved to another row it does not open. */
  seal(secret: string, owner: string): string;
  /** The secret; null when it was sealed with another key, for another owner, or changed. */
  open(sealed: string, owner: string): string | null;
  /** HMAC-SHA-256 of a text: the same for the same text, and no guess at it can be tried without the key. */
  hash(text: string): string;
}

/** The key of an installation cannot be read. The message is for people. */
export class SecretKeyError extends OperatorError {
  override name = 'SecretKeyError';
}

const FORM = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FILE = 'secret.key';
const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];
/** Of the key file: 256 random bits in base64url. */
const KEY_TEXT = /^[\w-]{43}$/;

/** Whether a text was made by `seal`, with whatever key. */
export const isSealed = (text: string): boolean => text.startsWith(`${FORM}.`);

/** A box with the key that a text of enough random bits gives. */
export function createSecretBox(keyText: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', keyText, '', 'stored secrets', 32));
  const hashKey = Buffer.from(hkdfSync('sha256', keyText, '', 'keyed hashes', 32));
  return {
    seal(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${FORM}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed.slice(FORM.length + 1), 'base64url');
      if (!isSealed(sealed) || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return null;
      }
    },
    hash: (text) => createHmac('sha256', hashKey).update(text).digest('base64url'),
  };
}

function readKey(path: string): string | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (!KEY_TEXT.test(text))
    throw new SecretKeyError(`${path} 不是有效的密钥，未启动：请从备份恢复此文件，或用 SECRET_KEY 指定原来的密钥。`);
  return text;
}

/** The key of the folder, made at the first start. Several servers may start at once: the first one's is taken. */
function keyOfFolder(dataDir: string): string {
  const path = join(dataDir, FILE);
  const known = readKey(path);
  if (known !== null) return known;
  const draft = `${path}.${newId()}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    // some file systems have no second names: there the servers must not begin at the same moment
    if (NO_LINKS.includes(code) && readKey(path) === null) renameSync(draft, path);
    else if (code !== 'EEXIST' && !NO_LINKS.includes(code)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readKey(path) ?? keyOfFolder(dataDir);
}

const boxes = new WeakMap<object, SecretBox>();

/** The box of an installation: its key is `SECRET_KEY`, else stands in DATA_DIR. Throws SecretKeyError. */
export function secretBoxOf(settings: Pick<Settings, 'secretKey' | 'dataDir'>): SecretBox {
  const known = boxes.get(settings);
  if (known) return known;
  const box = createSecretBox(settings.secretKey ?? keyOfFolder(settings.dataDir));
  boxes.set(settings, box);
  return box;
}
