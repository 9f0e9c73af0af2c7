import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseFormFields } from './parseFormFields.ts';
import { Refusal } from '../refusal.ts';

export const FORM_TYPE = 'application/x-www-form-urlencoded';
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/gi;

const notUtf8Refusal = (): Refusal => new Refusal('REQUEST_INVALID', { detail: '内容不是 UTF-8 编码' });

/**
 * Returns the text (a field's value or a file's name in an upload) unchanged. Refuses a text that contains “�”, because
 * the upload parser writes this character for bytes that are not UTF-8. A text that really contains “�” is refused,
 * too. `partName`: what the text is, for the message.
 */
export function requireUtf8Text(text: string, partName: string): string {
  if (text.includes('\uFFFD'))
    throw new Refusal('REQUEST_INVALID', { detail: `${partName}不是 UTF-8 编码，或含有无法识别的字符` });
  return text;
}

/**
 * Decodes a body. Refuses bytes that are not UTF-8, and any other declared charset, because their characters would be
 * stored as “�”.
 */
function decodeBody({ headers }: FastifyRequest, body: Buffer): string {
  for (const [, charset = ''] of (headers['content-type'] ?? '').matchAll(CHARSET))
    if (!/^utf-?8$/i.test(charset)) throw notUtf8Refusal();
  if (!isUtf8(body)) throw notUtf8Refusal();
  return body.toString('utf8');
}

/** Installs the parsers of JSON (Fastify's own) and of form fields. Both accept only UTF-8. */
export function installBodyParsers(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) =>
    json(request, decodeBody(request, body), done),
  );
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    done(null, parseFormFields(decodeBody(request, body)));
  });
}
