import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { formFields } from './formFields.ts';
import { Refusal } from './refusal.ts';

export const FORM = 'application/x-www-form-urlencoded';
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/gi;

const notUtf8 = (): Refusal => new Refusal('REQUEST_INVALID', { detail: '内容不是 UTF-8 编码' });

/** A text or a name of an upload, whose reader makes “�” of bytes that are not UTF-8. One that really holds it is refused with them. */
export function unbroken(text: string, what: string): string {
  if (text.includes('\uFFFD'))
    throw new Refusal('REQUEST_INVALID', { detail: `${what}不是 UTF-8 编码，或含有无法识别的字符` });
  return text;
}

/** The text of a body. Refuses what is not UTF-8, or says to be something else: read anyway, letters would be stored as “�”. */
function textOf({ headers }: FastifyRequest, body: Buffer): string {
  for (const [, charset = ''] of (headers['content-type'] ?? '').matchAll(CHARSET))
    if (!/^utf-?8$/i.test(charset)) throw notUtf8();
  if (!isUtf8(body)) throw notUtf8();
  return body.toString('utf8');
}

/** JSON as Fastify itself reads it, and the fields of forms: of UTF-8 alone. */
export function installBodies(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) =>
    json(request, textOf(request, body), done),
  );
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    done(null, formFields(textOf(request, body)));
  });
}
