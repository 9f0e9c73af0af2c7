import { sql, type RawBuilder } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { setSql, type ResultRow } from './answers.ts';
import { makingOf } from './compile.ts';
import { id, list, type Making, type Pass, type PrecisionOf } from './making.ts';
import { estimatedRows } from './manyStored.ts';
import { passSql, usedIn, type SharedGroups } from './passes.ts';
import { filterOf, measuredOf, partialsOf } from './measures.ts';
import type { Part } from '../plan.ts';
import { whereOf, type Question, type Scan } from './scan.ts';
import type { OpenSource } from '../source.ts';

/** First groups that several questions share are at most a fiftieth of the records, or these. */
const RECORDS_PER_GROUP = 50;
const FEW_GROUPS = 1_000;

/** A question with the part of its dataset that it needs. */
export interface Foldable {
  question: Question;
  source: OpenSource;
  part: Part;
}

/** What a scan reads of a record under a name such as `g0` or `v0`. */
const readOf = ({ made }: Scan, name: string): RawBuilder<unknown> | undefined =>
  [...made.groups, ...made.measures].find(([own]) => own === name)?.[1];

/** Expressions of a statement, each once, by the columns they are given. */
function createColumns(context: ServerContext, prefix: string) {
  const known = new Map<string, RawBuilder<unknown>>();
  const named: RawBuilder<unknown>[] = [];
  return {
    /** The column of an expression. */
    of(value: RawBuilder<unknown>): RawBuilder<unknown> {
      const text = textOf(context, value);
      const found = known.get(text) ?? id(`${prefix}${known.size}`);
      if (!known.has(text)) named.push(sql`${value} as ${found}`);
      known.set(text, found);
      return found;
    },
    all: (): readonly RawBuilder<unknown>[] => named,
  };
}

/** An expression as a text with its values: the same for the same. */
function textOf({ db }: ServerContext, value: RawBuilder<unknown>): string {
  const { sql: text, parameters } = value.compile(db);
  return JSON.stringify([text, parameters]);
}

/** A question that may be made of groups it shares with others. */
interface Candidate<F> {
  of: F;
  making: Making;
  /** What is read, the conditions of rights included, and what is grouped by, as texts. */
  records: string;
  keys: ReadonlyMap<string, RawBuilder<unknown>>;
  /** Of the dataset itself; null: it has none. */
  condition: string | null;
}

/** Null: it is asked alone. A question that is no longer fit is so as well, and refused there. */
function candidateOf<F extends Foldable>(context: ServerContext, asked: F): Candidate<F> | null {
  const { question, source, part } = asked;
  if (question.keys || part.lines || part.keyword !== undefined || (part.details?.length ?? 0) > 0) return null;
  try {
    const making = makingOf(question, source, { ...part, isFolded: true });
    const [pass, compared] = making.passes;
    if (!pass || compared || pass.scan.first === null || measuredOf(pass, part).length === 0) return null;
    const { scan } = pass;
    const { from, where, condition } = scan.made;
    const keys = usedIn(pass).flatMap((index) => readOf(scan, `g${index}`) ?? []);
    return {
      of: asked,
      making,
      records: JSON.stringify([from, ...where].map((one) => textOf(context, one))),
      keys: new Map(keys.map((key) => [textOf(context, key), key])),
      condition: condition && textOf(context, condition),
    };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Questions that share their first groups. */
interface Fold<F> {
  members: Candidate<F>[];
  keys: ReadonlySet<string>;
}

/** Whether the records of a question are read for these anyway. */
const isRead = <F>({ members }: Fold<F>, { condition }: Candidate<F>): boolean =>
  members.some((one) => one.condition === null || one.condition === condition);

/** Puts questions over the same records together as long as the groups that they share stay few. */
async function packed<F>(context: ServerContext, candidates: readonly Candidate<F>[]): Promise<Fold<F>[]> {
  const [{ scan }] = (candidates[0] as Candidate<F>).making.passes as [Pass];
  const { from, where } = scan.made;
  const keys = new Map(candidates.flatMap((one) => [...one.keys]));
  const columns = [...keys.values()].map((key, index) => [key, id(`k${index}`)] as const);
  const read = columns.map(([key, column]) => sql`${key} as ${column}`);
  const select = sql`select ${list([sql`1 as one`, ...read])} from ${from}${whereOf(where)}`;
  const [records = 0, ...values] = await estimatedRows(
    context,
    select,
    columns.map(([, column]) => column),
  );
  const counts = new Map([...keys.keys()].map((key, index) => [key, Math.max(1, values[index] ?? 1)]));
  const groupsOf = (names: Iterable<string>): number =>
    [...new Set(names)].reduce((product, name) => product * (counts.get(name) ?? 1), 1);
  const most = Math.max(FEW_GROUPS, records / RECORDS_PER_GROUP);
  const order = [...candidates].sort(
    (a, b) =>
      Number(a.condition !== null) - Number(b.condition !== null) || groupsOf(b.keys.keys()) - groupsOf(a.keys.keys()),
  );
  const folds: Fold<F>[] = [];
  for (const one of order) {
    const grown = folds
      .filter((fold) => isRead(fold, one))
      .map((fold) => ({ fold, keys: new Set([...fold.keys, ...one.keys.keys()]) }))
      .filter((next) => next.keys.size === next.fold.keys.size || groupsOf(next.keys) <= most)
      .sort((a, b) => groupsOf(a.keys) / groupsOf(a.fold.keys) - groupsOf(b.keys) / groupsOf(b.fold.keys))[0];
    if (!grown) folds.push({ members: [one], keys: new Set(one.keys.keys()) });
    else folds[folds.indexOf(grown.fold)] = { members: [...grown.fold.members, one], keys: grown.keys };
  }
  return folds;
}

/** Puts the questions together that one statement answers (`foldedStatement`): over the same records, with few groups. */
export async function foldsOf<F extends Foldable>(context: ServerContext, asked: readonly F[]): Promise<F[][]> {
  if (asked.length < 2) return asked.map((one) => [one]);
  const alone: F[][] = [];
  const bySource = new Map<string, Candidate<F>[]>();
  for (const one of asked) {
    const candidate = candidateOf(context, one);
    if (!candidate) alone.push([one]);
    else bySource.set(candidate.records, [...(bySource.get(candidate.records) ?? []), candidate]);
  }
  const folds = await Promise.all(
    [...bySource.values()].map(async (candidates) =>
      candidates.length === 1 ? [{ members: candidates }] : packed(context, candidates),
    ),
  );
  return [...alone, ...folds.flat().map(({ members }) => members.map(({ of }) => of))];
}

/**
 * One statement for several questions over the same records: these are read once, in groups by all that the questions group
 * by, and each question is made of these groups. Its rows say which question they answer, by its position.
 */
export function foldedStatement(
  context: ServerContext,
  asked: readonly (Foldable & { precisionOf: PrecisionOf })[],
): { statement: RawBuilder<ResultRow & { question: number }>; groupings: Scan['groupings'][] } {
  const read = createColumns(context, 'e');
  const keys = createColumns(context, 'k');
  const made = createColumns(context, 'p');
  const folded = asked.map(({ question, source, part: whole, precisionOf }, number) => {
    const part = { ...whole, isFolded: true };
    const making = makingOf(question, source, part, `q${number}`);
    const pass = making.passes[0] as Pass;
    const { scan } = pass;
    const at = (name: string): RawBuilder<unknown> => read.of(readOf(scan, name) ?? sql`null`);
    const only = scan.made.condition ? read.of(scan.made.condition) : null;
    const filter = filterOf(only ? [only] : []);
    const columns = new Map<string, RawBuilder<unknown>>();
    for (const index of usedIn(pass)) {
      columns.set(`g${index}`, keys.of(at(`g${index}`)));
      if (scan.labelled.includes(index)) columns.set(`x${index}`, made.of(sql`max(${at(`x${index}`)})${filter}`));
    }
    for (const one of measuredOf(pass, part))
      for (const [name, value] of partialsOf(one, only, at)) columns.set(name, made.of(value));
    const shared: SharedGroups = {
      from: id('shared'),
      at: (name) => columns.get(name) ?? sql`null`,
      taken: only ? made.of(sql`count(*)${filter}`) : null,
    };
    return { making, pass, part, shared, precisionOf, condition: scan.made.condition };
  });
  const [first] = folded as [(typeof folded)[number]];
  const conditions = folded.map(({ condition }) => condition);
  const isAnyWhole = conditions.includes(null);
  const { from, where } = first.pass.scan.made;
  const among = isAnyWhole ? where : [...where, sql`(${sql.join(conditions, sql` or `)})`];
  const by = keys.all().length > 0 ? sql` group by ${list(keys.all().map((_key, index) => id(`k${index}`)))}` : sql``;
  const groups = sql`select ${list([...keys.all(), ...made.all()])} from (select ${list(read.all())} from ${from}${whereOf(among)}) r${by}`;
  const queries = folded.map(
    ({ pass, part, precisionOf, shared }) =>
      sql`${id(pass.name)} as materialized (${passSql(pass, part, precisionOf, shared)})`,
  );
  const answers = folded.flatMap(({ making, part }, number) =>
    part.sets.map(
      (set, place) => sql`select ${sql.lit(number)}::integer as question, a.* from ${setSql(making, set, place)} a`,
    ),
  );
  return {
    statement: sql`with shared as materialized (${groups}), ${list(queries)} ${sql.join(answers, sql` union all `)}`,
    groupings: folded.map(({ pass }) => pass.scan.groupings),
  };
}
