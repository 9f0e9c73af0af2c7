import { createRequire } from 'node:module';
import { sql } from 'kysely';
import svgCaptcha from 'svg-captcha';
import type { ServerContext } from '../context.ts';
import { newId } from '../store/newId.ts';
import { networkOf } from './network.ts';
import { secretHash } from './secret.ts';

const VALIDITY_MINUTES = 5;
/**
 * Maximum number of unanswered captchas of one network, enough for an office in which all sign in at the same time.
 * Beyond the maximum, the oldest captchas are deleted: a flood of requests takes little space and blocks nobody.
 */
export const MAX_OPEN_CAPTCHAS_PER_NETWORK = 500;
let isFontLoaded = false;

/**
 * Creates a captcha: its id and an SVG picture as a data URL (AU-007). It is valid for five minutes and for one
 * answer.
 */
export async function createCaptcha(
  { db }: ServerContext,
  ipAddress: string,
): Promise<{ uuid: string; image: string }> {
  if (!isFontLoaded) {
    svgCaptcha.loadFont(
      createRequire(import.meta.url).resolve('@fontsource/fredoka/files/fredoka-latin-600-normal.woff'),
    );
    isFontLoaded = true;
  }
  // `charPreset` leaves out letters and digits that look alike
  const { text, data } = svgCaptcha.create({
    size: 4,
    charPreset: 'ABCDEFHJKLMNPRTUVWXY34679',
    noise: 3,
    width: 120,
    height: 40,
    fontSize: 40,
  });
  const uuid = newId();
  const network = networkOf(ipAddress);
  await sql`with gone as (delete from auth_captcha where id in (select id from auth_captcha where address = ${network} order by expires_at desc, id offset ${MAX_OPEN_CAPTCHAS_PER_NETWORK - 1}))
    insert into auth_captcha (id, answer_hash, expires_at, address) values (${uuid}, ${answerHash(uuid, text)}, now() + make_interval(mins => ${VALIDITY_MINUTES}), ${network})`.execute(
    db,
  );
  return { uuid, image: `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}` };
}

/**
 * Deletes the captcha and returns whether the answer to it is correct. The fixed answer of the settings
 * (`captchaCode`) is always correct.
 */
export async function consumeCaptcha({ db, settings }: ServerContext, uuid: string, answer: string): Promise<boolean> {
  const row = await db
    .deleteFrom('auth_captcha')
    .where('id', '=', uuid)
    .returning(['answer_hash', sql<boolean>`expires_at > now()`.as('is_alive')])
    .executeTakeFirst();
  if (settings.captchaCode !== null && answer.trim() === settings.captchaCode) return true;
  return row !== undefined && row.is_alive && row.answer_hash === answerHash(uuid, answer);
}

const answerHash = (uuid: string, answer: string): string =>
  secretHash(`${uuid} ${answer.normalize('NFKC').trim().toUpperCase()}`);
