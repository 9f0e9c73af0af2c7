import { createRequire } from 'node:module';
import { sql } from 'kysely';
import svgCaptcha from 'svg-captcha';
import type { ServerContext } from '../context.ts';
import { newId } from '../store/id.ts';
import { secretHash } from './secret.ts';

const LIFE_MINUTES = 5;
let isFontLoaded = false;

/** A new captcha: its id and an SVG picture as a data address (AU-007). Good for five minutes and one answer. */
export async function createCaptcha({ db }: ServerContext): Promise<{ uuid: string; image: string }> {
  if (!isFontLoaded) {
    svgCaptcha.loadFont(createRequire(import.meta.url).resolve('@fontsource/fredoka/files/fredoka-latin-600-normal.woff'));
    isFontLoaded = true;
  }
  // letters and digits that look alike are left out
  const { text, data } = svgCaptcha.create({ size: 4, charPreset: 'ABCDEFHJKLMNPRTUVWXY34679', noise: 3, width: 120, height: 40, fontSize: 40 });
  const uuid = newId();
  await db.insertInto('auth_captcha').values({ id: uuid, answer_hash: answerHash(uuid, text), expires_at: sql<Date>`now() + make_interval(mins => ${LIFE_MINUTES})` }).execute();
  return { uuid, image: `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}` };
}

/** Whether the answer is right. Right or wrong, the captcha is used up; the fixed answer of the settings is always right. */
export async function isCaptchaRight({ db, settings }: ServerContext, uuid: string, answer: string): Promise<boolean> {
  const row = await db.deleteFrom('auth_captcha').where('id', '=', uuid).returning(['answer_hash', sql<boolean>`expires_at > now()`.as('is_alive')]).executeTakeFirst();
  if (settings.captchaCode !== null && answer.trim() === settings.captchaCode) return true;
  return row !== undefined && row.is_alive && row.answer_hash === answerHash(uuid, answer);
}

const answerHash = (uuid: string, answer: string): string => secretHash(`${uuid} ${answer.trim().toUpperCase()}`);
