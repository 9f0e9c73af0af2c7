import { relatedIds, relationsIn, type FormDefinition } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { publishedForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { findCandidates, getRecord, stageRecords, type StageRecords } from '../records/index.ts';
import type { Which } from './comments.ts';

/** A record that the one of the page hangs on, directly or further up. */
export interface ChainAbove {
  formKey: string;
  formName: string;
  id: string;
  title: string;
  flwState: string;
  hasFlow: boolean;
  /** How the record below calls it: the label of its relation. */
  label: string;
  level: number;
}

/** The records of one form that hang on the one of the page. */
export interface ChainStage extends StageRecords {
  formKey: string;
  formName: string;
  hasFlow: boolean;
  /** The relations that lead to it: `contract.project`. */
  via: string;
  /** How far down it stands: 1 behind the record itself, 2 behind a form of level 1. */
  level: number;
}

export interface Chain {
  above: ChainAbove[];
  below: ChainStage[];
  /** Forms of which nothing hangs on it yet. */
  missing: { formKey: string; formName: string }[];
  /** Whether the records of some form could not be looked for: a field on the way is hidden. */
  isPartial: boolean;
}

/** So far relations are followed, and so many forms are looked at. */
const DEPTH = 3;
const MOST_FORMS = 30;
const MOST_ABOVE = 12;
/** Records of each form that are named. */
const NAMED = 5;

const SKIPPED = new Set(['403', '404', 'COLUMN_NOT_READY', 'REQUEST_INVALID']);

interface Place {
  definition: FormDefinition;
  via: string;
}

/** Published forms that may point at this one. */
async function pointingForms({ db }: ServerContext, formKey: string): Promise<string[]> {
  const rows = await db
    .selectFrom('doc_reference')
    .select('doc_key')
    .distinct()
    .where('kind', '=', 'form')
    .where('state', '=', 'published')
    .where('to_kind', '=', 'form')
    .where('to_name', '=', formKey)
    .orderBy('doc_key')
    .execute();
  return rows.map(({ doc_key: key }) => key);
}

/** The relation of a form by which its records are found from one of `to`: one that holds a single record can be followed further. */
function wayTo(definition: FormDefinition, to: string): { key: string; isMultiple: boolean } | null {
  const own = relationsIn(definition).filter(({ relation, table }) => table === null && relation.to === to);
  const best = own.find(({ relation }) => !relation.isMultiple) ?? own[0];
  return best ? { key: best.node.__vModel__, isMultiple: best.relation.isMultiple } : null;
}

/** Forms whose records lead to one of this form, each by its shortest way. */
async function placesBelow(context: ServerContext, root: string, only: ReadonlySet<string> | null): Promise<Place[]> {
  const found = new Map<string, Place>();
  let around: { key: string; via: string }[] = [{ key: root, via: '' }];
  for (let depth = 0; depth < DEPTH && found.size < MOST_FORMS; depth += 1) {
    const next: typeof around = [];
    for (const { key, via } of around) {
      for (const other of await pointingForms(context, key)) {
        if (other === root || found.has(other) || found.size >= MOST_FORMS) continue;
        const definition = await publishedForm(context, context.db, other);
        const way = definition && wayTo(definition, key);
        if (!definition || !way) continue;
        const path = via === '' ? way.key : `${way.key}.${via}`;
        found.set(other, { definition, via: path });
        if (!way.isMultiple) next.push({ key: other, via: path });
      }
    }
    around = next;
  }
  return [...found.values()].filter(({ definition }) => only === null || only.has(definition.formKey));
}

/** How far down each form stands among those found: behind every form that it points at. */
function levelsOf(places: readonly Place[]): ReadonlyMap<string, number> {
  const keys = new Set(places.map(({ definition }) => definition.formKey));
  const parents = new Map(
    places.map(({ definition }) => [
      definition.formKey,
      relationsIn(definition)
        .filter(({ relation, table }) => table === null && relation.to !== definition.formKey && keys.has(relation.to))
        .map(({ relation }) => relation.to),
    ]),
  );
  const levels = new Map<string, number>();
  const levelOf = (key: string, open: readonly string[]): number => {
    const known = levels.get(key);
    if (known !== undefined) return known;
    // two forms that point at each other stand side by side
    const above = (parents.get(key) ?? []).filter((one) => !open.includes(one));
    const level = 1 + Math.max(0, ...above.map((one) => levelOf(one, [...open, key])));
    if (open.length === 0) levels.set(key, level);
    return level;
  };
  for (const key of keys) levelOf(key, []);
  return levels;
}

/** Records that this one points at, and those that they point at, as far as this person may read them. */
async function recordsAbove(
  context: ServerContext,
  user: RequestUser,
  start: { formKey: string; id: string; fieldsMap: Readonly<Record<string, unknown>> },
): Promise<ChainAbove[]> {
  const above: ChainAbove[] = [];
  const seen = new Set([`${start.formKey} ${start.id}`]);
  let around: { formKey: string; fieldsMap: Readonly<Record<string, unknown>> }[] = [start];
  for (let level = 1; level <= DEPTH; level += 1) {
    const next: typeof around = [];
    for (const { formKey, fieldsMap } of around) {
      const definition = await publishedForm(context, context.db, formKey);
      if (!definition) continue;
      for (const { node, relation, table } of relationsIn(definition)) {
        const [id] = table === null && !relation.isMultiple ? relatedIds(fieldsMap[node.__vModel__]) : [];
        if (id === undefined || seen.has(`${relation.to} ${id}`) || above.length >= MOST_ABOVE) continue;
        seen.add(`${relation.to} ${id}`);
        const target = await publishedForm(context, context.db, relation.to);
        const candidates = { to: relation.to, plan: null, read: () => undefined };
        const record = target && (await findCandidates(context, context.db, user, candidates, [id], true)).get(id);
        if (!target || !record) continue;
        above.push({
          formKey: relation.to,
          formName: target.formName,
          id,
          title: record.title ?? '',
          flwState: record.flwState ?? '',
          hasFlow: target.flowKey !== undefined,
          label: node.label ?? target.formName,
          level,
        });
        next.push({ formKey: relation.to, fieldsMap: record.fieldsMap });
      }
    }
    around = next;
  }
  return above;
}

/**
 * What a record hangs on and what hangs on it, as the relations of the published forms say: each form once, with how many
 * records in which state, their amounts and the newest, all within the rights of this person. `only`: the forms below that
 * count; null for all. Refuses with 404 a record that they may not read.
 */
export async function chainOf(
  context: ServerContext,
  user: RequestUser,
  { formKey, id, only }: Which & { only: readonly string[] | null },
): Promise<Chain> {
  const { db } = context;
  const record = await getRecord(context, db, user, { formKey, id });
  const places = await placesBelow(context, formKey, only && new Set(only));
  const levels = levelsOf(places);
  const below: ChainStage[] = [];
  const missing: Chain['missing'] = [];
  let isPartial = false;
  for (const { definition, via } of places) {
    const { formKey: key, formName } = definition;
    try {
      const found = await stageRecords(context, db, user, { formKey: key, via, id, size: NAMED });
      if (found.count === 0) missing.push({ formKey: key, formName });
      else
        below.push({
          formKey: key,
          formName,
          hasFlow: definition.flowKey !== undefined,
          via,
          level: levels.get(key) ?? 1,
          ...found,
        });
    } catch (error) {
      if (!(error instanceof Refusal) || !SKIPPED.has(error.code)) throw error;
      isPartial = true;
    }
  }
  const order = (key: string): number => (only ? only.indexOf(key) : 0);
  return {
    above: await recordsAbove(context, user, { formKey, id, fieldsMap: record.fieldsMap }),
    below: below.toSorted((a, b) => a.level - b.level || order(a.formKey) - order(b.formKey) || b.count - a.count),
    missing,
    isPartial,
  };
}
