import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { today } from '../../domain/dates.ts';
import { withoutPersonalValues, type PageError } from '../../domain/pageError.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import type { Db } from '../store/database.ts';
import type { SecretCipher } from '../store/secretCipher.ts';

/** Maximum numbers of different errors that are stored: of one person in an hour, and of all people in a day. */
const MAX_PER_PERSON_AND_HOUR = 20;
const MAX_PER_DAY = 1_000;

export interface ReportedError extends PageError {
  /** Name of the page's build. */
  build: string;
  browser: string;
}

const hash = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** Creates the number of an error: eight digits, so that a person can read it out. */
const newNumber = (): string => String(randomInt(10_000_000, 100_000_000));

/**
 * Stores an error of a page without most of what people typed (`withoutPersonalValues`), and returns its number. An
 * error that the same person had on the same day keeps its number and is counted. The person is stored only as a hash
 * that changes every day and is made with the key of the installation; the hash limits the reports of one person.
 * Refuses with 429 a further error when one of the maximum numbers above is reached.
 */
export async function recordPageError(
  db: Db,
  cipher: SecretCipher,
  user: RequestUser,
  reported: ReportedError,
): Promise<string> {
  const { build, browser } = reported;
  const error = withoutPersonalValues(reported);
  const reporter = cipher.hash(JSON.stringify([today(), user.id])).slice(0, 32);
  const fingerprint = hash(build, error.name, error.message, error.stack, error.tag);
  const { rows: knownErrors } = await sql<{
    number: string;
  }>`update sys_page_error set count = count + 1, last_at = now()
    where reporter = ${reporter} and fingerprint = ${fingerprint}
    returning number`.execute(db);
  if (knownErrors[0]) return knownErrors[0].number;
  const { rows: counts } = await sql<{ own: number; all: number }>`select
    (select count(*) from sys_page_error where reporter = ${reporter} and happened_at > now() - interval '1 hour')::integer as own,
    (select count(*) from sys_page_error where last_at > now() - interval '1 day')::integer as "all"`.execute(db);
  if ((counts[0]?.own ?? 0) >= MAX_PER_PERSON_AND_HOUR || (counts[0]?.all ?? 0) >= MAX_PER_DAY)
    throw new Refusal('429');
  for (;;) {
    const number = newNumber();
    const inserted = await db
      .insertInto('sys_page_error')
      .values({ ...error, number, fingerprint, reporter, build, browser })
      .onConflict((conflict) => conflict.column('number').doNothing())
      .returning('number')
      .executeTakeFirst();
    if (inserted) return number;
  }
}
