import { sql, type RawBuilder } from 'kysely';
import { createCache, type Cache } from './cache.ts';
import type { Db } from './database.ts';
import { kept, readRows } from './named.ts';

/**
 * Something the database knows that most requests ask for. `text`: what asks for its answer as a text, null where there is none.
 * `under`: a fact that has another answer whenever this one has; remembered together, so that proving that one is enough.
 * `isHarmless`: whether an answer, when it holds no longer, opens nothing and hides nothing: it is believed without a proof.
 */
export interface Fact {
  key: string;
  text(): RawBuilder<string | null>;
  under?: Fact;
  isHarmless?(answer: string): boolean;
}

/**
 * What one request knows of facts. Where answers are remembered they are used at once, and the statement that they are
 * used in asks for them again (`column`): what was read counts only when it brought the same answers (`prove`). So
 * nothing that ended or changed, on whatever server, is believed once; it only costs a second way.
 */
export interface Ground {
  /** The answer to a fact: remembered and to be proven, else asked for. */
  know(db: Db, fact: Fact): Promise<string | null>;
  /** A fact that may be wanted afterwards: proven along, where it is remembered. */
  expect(fact: Fact): void;
  /** Whether what is known of a fact is proven by the statement that everything is read with, and so as true as its rows. */
  proves(fact: Fact): boolean;
  /** What the statement that everything is read with asks for beside its rows. */
  column(): RawBuilder<string | null>;
  /** Takes what that column answered. Throws Unproven when something remembered was wrong. */
  prove(answer: string | null | undefined): void;
  isProven(): boolean;
}

/** Something remembered was wrong: what was read with it counts for nothing. */
export class Unproven extends Error {
  override name = 'Unproven';
}

/** Two for each person and form they open, of a few hundred bytes: 500 people with 50 forms each. */
const MOST = 50_000;

const memories = new WeakMap<object, Cache<string>>();

function memoryOf(context: object): Cache<string> {
  const known = memories.get(context) ?? createCache<string>(MOST);
  memories.set(context, known);
  return known;
}

/** The last answer to a fact that this process heard. */
export const remembered = (context: object, { key }: Fact): string | undefined => memoryOf(context).get(key);

/** Asks the database, and remembers what it says. */
export async function ask(context: object | null, db: Db, fact: Fact): Promise<string | null> {
  const { under } = fact;
  const [row] = await readRows(
    db,
    sql<{
      answer: string | null;
      base: string | null;
    }>`${sql.raw(kept)} select ${fact.text()} as answer, ${under?.text() ?? sql<null>`null`} as base`,
  );
  const answer = row?.answer ?? null;
  if (context && under) {
    remember(context, under, row?.base ?? null);
    remember(context, fact, row?.base && answer !== null ? underBase(row.base, answer) : null);
  } else if (context) remember(context, fact, answer);
  return answer;
}

/** An answer as it is remembered with that of the fact it is under. */
const underBase = (base: string, answer: string): string => `${base}${BETWEEN}${answer}`;

function remember(context: object, { key }: Fact, answer: string | null): void {
  if (answer === null) memoryOf(context).forget(key);
  else memoryOf(context).set(key, answer);
}

/** Stands in no text of a fact: JSON escapes it. */
const BETWEEN = '\u001f';

/** Asks for every fact when it is wanted; with a context, what it hears is remembered for others. */
export function askingGround(context: object | null = null): Ground {
  const asked = new Map<string, string | null>();
  return {
    async know(db, fact) {
      const answer = asked.get(fact.key) ?? (await ask(context, db, fact));
      asked.set(fact.key, answer);
      return answer;
    },
    expect: () => undefined,
    proves: () => false,
    column: () => sql<null>`null`,
    prove: () => undefined,
    isProven: () => true,
  };
}

/**
 * Proves what is known so far with one statement of its own, for work that reads with several: to be awaited with them,
 * before anything they brought counts. Throws Unproven.
 */
export async function proveBeside(db: Db, ground: Ground): Promise<void> {
  if (ground.isProven()) return;
  const [row] = await readRows(db, sql<{ proof: string | null }>`select ${ground.column()} as proof`);
  ground.prove(row?.proof);
}

/** Believes what is remembered until it is proven; asks for the rest. */
export function guessingGround(context: object): Ground {
  const later = askingGround(context);
  const guessed = new Map<Fact, string>();
  const answers = new Map<string, string>();
  let isProven = false;
  const guess = (fact: Fact): string | undefined => {
    const answer = answers.get(fact.key) ?? remembered(context, fact);
    if (answer === undefined || answers.has(fact.key)) return answer;
    guessed.set(fact, answer);
    answers.set(fact.key, answer);
    return answer;
  };
  /** What is remembered under an answer that is believed for this request. */
  const guessUnder = (fact: Fact, under: Fact): string | undefined => {
    const base = isProven ? answers.get(under.key) : guess(under);
    const known = remembered(context, fact);
    return base !== undefined && known?.startsWith(underBase(base, ''))
      ? known.slice(base.length + BETWEEN.length)
      : undefined;
  };
  return {
    async know(db, fact) {
      const heard = fact.isHarmless ? remembered(context, fact) : undefined;
      if (heard !== undefined && fact.isHarmless?.(heard)) return heard;
      const known = fact.under ? guessUnder(fact, fact.under) : isProven ? answers.get(fact.key) : guess(fact);
      return known ?? later.know(db, fact);
    },
    expect(fact) {
      if (!isProven) guess(fact);
    },
    proves: ({ key }) => !isProven && answers.has(key),
    column: () =>
      guessed.size === 0
        ? sql<null>`null`
        : sql<string>`concat_ws(${sql.lit(BETWEEN)}, ${sql.join([...guessed.keys()].map((fact) => sql`coalesce(${fact.text()}, '')`))})`,
    prove(answer) {
      if (isProven) return;
      const heard = (answer ?? '').split(BETWEEN);
      let isSame = true;
      [...guessed].forEach(([fact, text], index) => {
        const now = heard[index] ?? '';
        if (now === text) return;
        isSame = false;
        remember(context, fact, now === '' ? null : now);
      });
      if (!isSame) throw new Unproven();
      isProven = true;
    },
    isProven: () => isProven || guessed.size === 0,
  };
}
