import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../settings.ts';
import { newId } from './newId.ts';
import { OperatorError } from './operatorError.ts';

/**
 * Encrypts secrets that the server must be able to decrypt, so that a copy of the database alone does not reveal them.
 */
export interface SecretCipher {
  /**
   * Encrypts with AES-256-GCM and a random nonce. `owner` names what the secret belongs to, for example a person. The
   * result can only be decrypted with the same `owner`, so it is of no use if it is copied to another row.
   */
  encrypt(secret: string, owner: string): string;
  /** Decrypts a secret. Returns null if it was changed, or encrypted with another key or for another owner. */
  decrypt(encrypted: string, owner: string): string | null;
  /** Returns the HMAC-SHA-256 of a text. Without the key, guesses at the text cannot be verified. */
  hash(text: string): string;
}

/** The installation has no valid key. The message is shown to the operator. */
export class SecretKeyError extends OperatorError {
  override name = 'SecretKeyError';
}

const FORMAT = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_FILE = 'secret.key';
/** Error codes of `link` on file systems that do not support hard links. */
const NO_LINK_CODES: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];
/** Content of the key file: 256 random bits in base64url. */
const KEY_PATTERN = /^[\w-]{43}$/;

/** Checks whether a text is a result of `encrypt`, with any key. */
export const isEncrypted = (text: string): boolean => text.startsWith(`${FORMAT}.`);

/** Creates a cipher whose keys are derived from a text with enough random bits. */
export function createSecretCipher(keyText: string): SecretCipher {
  const key = Buffer.from(hkdfSync('sha256', keyText, '', 'stored secrets', 32));
  const hashKey = Buffer.from(hkdfSync('sha256', keyText, '', 'keyed hashes', 32));
  return {
    encrypt(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${FORMAT}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    decrypt(encrypted, owner) {
      const bytes = Buffer.from(encrypted.slice(FORMAT.length + 1), 'base64url');
      if (!isEncrypted(encrypted) || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
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

function readKeyFile(path: string): string | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (!KEY_PATTERN.test(text))
    throw new SecretKeyError(`${path} 不是有效的密钥，未启动：请从备份恢复此文件，或用 SECRET_KEY 指定原来的密钥。`);
  return text;
}

/**
 * Reads the key file of the folder, or creates it at the first start. If several servers start at the same time, the
 * first key is used.
 */
function readOrCreateKey(dataDir: string): string {
  const path = join(dataDir, KEY_FILE);
  const existing = readKeyFile(path);
  if (existing !== null) return existing;
  const temporaryPath = `${path}.${newId()}`;
  writeFileSync(temporaryPath, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(temporaryPath, path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    // without hard links the file is renamed, which can replace the key of a server that starts at the same time
    if (NO_LINK_CODES.includes(code) && readKeyFile(path) === null) renameSync(temporaryPath, path);
    else if (code !== 'EEXIST' && !NO_LINK_CODES.includes(code)) throw error;
  } finally {
    rmSync(temporaryPath, { force: true });
  }
  return readKeyFile(path) ?? readOrCreateKey(dataDir);
}

const ciphers = new WeakMap<object, SecretCipher>();

/**
 * Returns the cipher of an installation. Its key is `SECRET_KEY` or, if this is not set, the content of a file in
 * DATA_DIR. Throws SecretKeyError if this file does not contain a valid key.
 */
export function secretCipherOf(settings: Pick<Settings, 'secretKey' | 'dataDir'>): SecretCipher {
  const existing = ciphers.get(settings);
  if (existing) return existing;
  const cipher = createSecretCipher(settings.secretKey ?? readOrCreateKey(settings.dataDir));
  ciphers.set(settings, cipher);
  return cipher;
}
