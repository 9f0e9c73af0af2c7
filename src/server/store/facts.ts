import { sql, type RawBuilder } from 'kysely';
import { createCache, type Cache } from './cache.ts';
import type { Db } from './database.ts';
import { PREPARED_PREFIX, readRows } from './preparedStatements.ts';

/**
 * A value of the database that most requests need and that processes cache under `key`. `answerSql`: the expression
 * that reads the value as text; null if there is none. `dependsOn`: a fact that changes whenever this fact may change.
 * Both are cached together, so it is enough to validate `dependsOn`. `isUsableWhenStale`: true if an outdated answer
 * to this fact is harmless, because it neither grants access nor hides anything. Such an answer is used without
 * validation.
 */
export interface Fact {
  key: string;
  answerSql(): RawBuilder<string | null>;
  dependsOn?: Fact;
  isUsableWhenStale?(answer: string): boolean;
}

/**
 * Reads facts for one request. A reader with a cache uses cached answers at once. The statement that reads the result
 * selects the same facts again (`currentAnswers`). The result is used only if the cached answers were current
 * (`validate`), so a change on any server has effect at once. A stale cache only costs a second attempt.
 */
export interface FactReader {
  /** Returns the answer to a fact: from the cache, to be validated later, or from the database. */
  read(db: Db, fact: Fact): Promise<string | null>;
  /**
   * Includes the cached answer to a fact in the pending validation. The fact can then be read from the cache after the
   * validation.
   */
  validateToo(fact: Fact): void;
  /** Checks whether the pending validation includes the answer used for this fact. */
  isValidating(fact: Fact): boolean;
  /** Returns the expression that selects the current answers of all facts to be validated. */
  currentAnswers(): RawBuilder<string | null>;
  /** Compares the value of `currentAnswers` with the used cached answers. Throws StaleFacts if an answer differs. */
  validate(answers: string | null | undefined): void;
  isValidated(): boolean;
}

/** Thrown if a cached answer was out of date. Everything read with it must be discarded. */
export class StaleFacts extends Error {
  override name = 'StaleFacts';
}

/**
 * Maximum number of cached answers: two of a few hundred bytes for each person and form, for 500 people with 50 forms
 * each.
 */
const MAX_CACHED_FACTS = 50_000;

const caches = new WeakMap<object, Cache<string>>();

/** Returns the cache of the answers of this context. */
function cacheOf(context: object): Cache<string> {
  const cache = caches.get(context) ?? createCache<string>(MAX_CACHED_FACTS);
  caches.set(context, cache);
  return cache;
}

/** Returns the cached answer to a fact, which is the last one that this process read; undefined if none is cached. */
export const cachedAnswer = (context: object, { key }: Fact): string | undefined => cacheOf(context).get(key);

/** Reads a fact from the database and, with a context, caches its answer in the context. */
export async function readFact(context: object | null, db: Db, fact: Fact): Promise<string | null> {
  const { dependsOn } = fact;
  const [row] = await readRows(
    db,
    sql<{
      answer: string | null;
      base: string | null;
    }>`${sql.raw(PREPARED_PREFIX)} select ${fact.answerSql()} as answer, ${dependsOn?.answerSql() ?? sql<null>`null`} as base`,
  );
  const answer = row?.answer ?? null;
  if (context && dependsOn) {
    storeAnswer(context, dependsOn, row?.base ?? null);
    storeAnswer(context, fact, row?.base && answer !== null ? withBase(row.base, answer) : null);
  } else if (context) storeAnswer(context, fact, answer);
  return answer;
}

/**
 * Returns the text that is cached for a fact with `dependsOn`: the answer to `dependsOn`, the separator, and the answer
 * to the fact itself.
 */
const withBase = (base: string, answer: string): string => `${base}${SEPARATOR}${answer}`;

/** Caches an answer; null removes the cached answer. */
function storeAnswer(context: object, { key }: Fact, answer: string | null): void {
  if (answer === null) cacheOf(context).delete(key);
  else cacheOf(context).set(key, answer);
}

/** A character that no answer contains, because JSON escapes it. */
const SEPARATOR = '\u001f';

/**
 * Returns a reader that reads every fact from the database, once per reader. With a context it caches the answers for
 * other readers.
 */
export function createFreshFactReader(context: object | null = null): FactReader {
  const answers = new Map<string, string | null>();
  return {
    async read(db, fact) {
      const answer = answers.get(fact.key) ?? (await readFact(context, db, fact));
      answers.set(fact.key, answer);
      return answer;
    },
    validateToo: () => undefined,
    isValidating: () => false,
    currentAnswers: () => sql<null>`null`,
    validate: () => undefined,
    isValidated: () => true,
  };
}

/**
 * Validates the used cached answers with a separate statement, for work that reads with several statements. Await this
 * together with the work before using its results. Throws StaleFacts.
 */
export async function validateSeparately(db: Db, facts: FactReader): Promise<void> {
  if (facts.isValidated()) return;
  const [row] = await readRows(db, sql<{ proof: string | null }>`select ${facts.currentAnswers()} as proof`);
  facts.validate(row?.proof);
}

/** Returns a reader that uses cached answers, which must be validated, and reads all other facts from the database. */
export function createCachedFactReader(context: object): FactReader {
  const databaseReader = createFreshFactReader(context);
  const answersToValidate = new Map<Fact, string>();
  const answers = new Map<string, string>();
  let isValidated = false;
  const useCached = (fact: Fact): string | undefined => {
    const answer = answers.get(fact.key) ?? cachedAnswer(context, fact);
    if (answer === undefined || answers.has(fact.key)) return answer;
    answersToValidate.set(fact, answer);
    answers.set(fact.key, answer);
    return answer;
  };
  /**
   * Returns the cached answer to a fact if it was stored together with the answer that this request uses for
   * `dependsOn`.
   */
  const useCachedDependent = (fact: Fact, dependsOn: Fact): string | undefined => {
    const base = isValidated ? answers.get(dependsOn.key) : useCached(dependsOn);
    const cached = cachedAnswer(context, fact);
    return base !== undefined && cached?.startsWith(withBase(base, ''))
      ? cached.slice(base.length + SEPARATOR.length)
      : undefined;
  };
  return {
    async read(db, fact) {
      const possiblyStaleAnswer = fact.isUsableWhenStale ? cachedAnswer(context, fact) : undefined;
      if (possiblyStaleAnswer !== undefined && fact.isUsableWhenStale?.(possiblyStaleAnswer))
        return possiblyStaleAnswer;
      const answer = fact.dependsOn
        ? useCachedDependent(fact, fact.dependsOn)
        : isValidated
          ? answers.get(fact.key)
          : useCached(fact);
      return answer ?? databaseReader.read(db, fact);
    },
    validateToo(fact) {
      if (!isValidated) useCached(fact);
    },
    isValidating: ({ key }) => !isValidated && answers.has(key),
    currentAnswers: () =>
      answersToValidate.size === 0
        ? sql<null>`null`
        : sql<string>`concat_ws(${sql.lit(SEPARATOR)}, ${sql.join([...answersToValidate.keys()].map((fact) => sql`coalesce(${fact.answerSql()}, '')`))})`,
    validate(joinedAnswers) {
      if (isValidated) return;
      const currentAnswerTexts = (joinedAnswers ?? '').split(SEPARATOR);
      let isSame = true;
      [...answersToValidate].forEach(([fact, usedAnswer], index) => {
        const currentAnswer = currentAnswerTexts[index] ?? '';
        if (currentAnswer === usedAnswer) return;
        isSame = false;
        storeAnswer(context, fact, currentAnswer === '' ? null : currentAnswer);
      });
      if (!isSame) throw new StaleFacts();
      isValidated = true;
    },
    isValidated: () => isValidated || answersToValidate.size === 0,
  };
}
