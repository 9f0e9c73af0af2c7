import { relatedIds, type FormDefinition } from '../../kernel/index.ts';
import { relationsIn } from '../../relations/index.ts';
import type { ServerContext } from '../context.ts';
import { publishedForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import {
  findSelectable,
  getRecord,
  summarizeReferringRecords,
  type ReferringRecordsSummary,
} from '../records/index.ts';
import { levelsOf } from './chainLevels.ts';
import type { RecordKey } from './comments.ts';

/** A record to which the record of the page refers, directly or through other records. */
export interface ChainAbove {
  formKey: string;
  formName: string;
  id: string;
  title: string;
  flwState: string;
  hasFlow: boolean;
  /** The label of the relation that refers to this record. */
  label: string;
  /** The level in the chain: 1 if the record of the page refers to this record directly. */
  level: number;
}

/** The records of one form that refer to the record of the page, directly or through other records. */
export interface ChainStage extends ReferringRecordsSummary {
  formKey: string;
  formName: string;
  hasFlow: boolean;
  /** The relation path from these records to the record of the page: `contract.project`. */
  via: string;
  /** The level in the chain: 1 directly below the record, 2 below a form of level 1. */
  level: number;
}

export interface Chain {
  above: ChainAbove[];
  below: ChainStage[];
  /** Forms that can refer to the record but have no such records yet. */
  missing: { formKey: string; formName: string }[];
  /**
   * True if a form is neither in `below` nor in `missing`, because its records could not be read along the relation
   * path: this person may not read them, or a column of the path is not ready (`SKIPPED_CODES`).
   */
  isPartial: boolean;
  /** The number of forms that are neither in `below` nor in `missing`, because there are too many. */
  leftOut: number;
}

/** The maximum number of relations that are followed upwards and downwards. */
const MAX_DEPTH = 3;
const MAX_FORMS_BELOW = 60;
const MAX_RECORDS_ABOVE = 12;
/** The maximum number of newest records that are returned for each form below. */
const MAX_NEWEST_RECORDS = 5;

/** Codes of refusals that leave a form out of `below` and `missing` (`isPartial`). */
const SKIPPED_CODES = new Set(['403', '404', 'COLUMN_NOT_READY', 'REQUEST_INVALID']);

/** A form below the record, and the relation path from its records to the record. */
interface FormBelow {
  definition: FormDefinition;
  via: string;
}

/** Returns the keys of the published forms that refer to this form, for example by a relation. */
async function referringForms({ db }: ServerContext, formKey: string): Promise<string[]> {
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

/**
 * Returns the relation of a form to the form `to`; null: none. A relation to a single record is preferred, because only
 * such a relation can be part of a longer path.
 */
function relationTo(definition: FormDefinition, to: string): { key: string; isMultiple: boolean } | null {
  const relations = relationsIn(definition).filter(({ relation, table }) => table === null && relation.to === to);
  const preferred = relations.find(({ relation }) => !relation.isMultiple) ?? relations[0];
  return preferred ? { key: preferred.node.__vModel__, isMultiple: preferred.relation.isMultiple } : null;
}

/**
 * Finds the forms whose records can refer to a record of the form `root`, each with its shortest relation path.
 * `onlyFormKeys`: limits the result to these forms; paths may still lead through other forms. `leftOut`: the number of
 * forms beyond the maximum, which are those farthest from the record.
 */
async function formsBelow(
  context: ServerContext,
  root: string,
  onlyFormKeys: ReadonlySet<string> | null,
): Promise<{ forms: FormBelow[]; leftOut: number }> {
  const formsByKey = new Map<string, FormBelow>();
  let current: { key: string; via: string }[] = [{ key: root, via: '' }];
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const next: typeof current = [];
    for (const { key, via } of current) {
      for (const formKey of await referringForms(context, key)) {
        if (formKey === root || formsByKey.has(formKey)) continue;
        const definition = await publishedForm(context, context.db, formKey);
        const relation = definition && relationTo(definition, key);
        if (!definition || !relation) continue;
        const path = via === '' ? relation.key : `${relation.key}.${via}`;
        formsByKey.set(formKey, { definition, via: path });
        if (!relation.isMultiple) next.push({ key: formKey, via: path });
      }
    }
    current = next;
  }
  const forms = [...formsByKey.values()].filter(
    ({ definition }) => onlyFormKeys === null || onlyFormKeys.has(definition.formKey),
  );
  return { forms: forms.slice(0, MAX_FORMS_BELOW), leftOut: Math.max(0, forms.length - MAX_FORMS_BELOW) };
}

/** Returns, by form key, the keys of those of these forms to which each form refers, without itself. */
function parentsAmong(forms: readonly FormBelow[]): ReadonlyMap<string, readonly string[]> {
  const keys = new Set(forms.map(({ definition }) => definition.formKey));
  return new Map(
    forms.map(({ definition }) => [
      definition.formKey,
      relationsIn(definition)
        .filter(({ relation, table }) => table === null && relation.to !== definition.formKey && keys.has(relation.to))
        .map(({ relation }) => relation.to),
    ]),
  );
}

/**
 * Returns the records to which this record refers, directly or through other records, as far as this person may read
 * them.
 */
async function recordsAbove(
  context: ServerContext,
  user: RequestUser,
  start: { formKey: string; id: string; fieldsMap: Readonly<Record<string, unknown>> },
): Promise<ChainAbove[]> {
  const above: ChainAbove[] = [];
  const visited = new Set([`${start.formKey} ${start.id}`]);
  let current: { formKey: string; fieldsMap: Readonly<Record<string, unknown>> }[] = [start];
  for (let level = 1; level <= MAX_DEPTH; level += 1) {
    const next: typeof current = [];
    for (const { formKey, fieldsMap } of current) {
      const definition = await publishedForm(context, context.db, formKey);
      if (!definition) continue;
      for (const { node, relation, table } of relationsIn(definition)) {
        const [id] = table === null && !relation.isMultiple ? relatedIds(fieldsMap[node.__vModel__]) : [];
        if (id === undefined || visited.has(`${relation.to} ${id}`) || above.length >= MAX_RECORDS_ABOVE) continue;
        visited.add(`${relation.to} ${id}`);
        const target = await publishedForm(context, context.db, relation.to);
        const selectable = { to: relation.to, plan: null, read: () => undefined };
        const selectableById =
          target && (await findSelectable(context, context.db, user, selectable, [id], { isAnyReadable: true }));
        const record = selectableById?.get(id);
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
    current = next;
  }
  return above;
}

/**
 * Returns the chain of a record by the relations of the published forms: the records above it, and each form below it
 * once. Each form comes with its number of records by state, the sums of amounts and the newest records. All values
 * respect the rights of this person. `onlyFormKeys`: the forms below to include, in this order (null: all). Refuses
 * with 404 a record that this person may not read.
 */
export async function chainOf(
  context: ServerContext,
  user: RequestUser,
  { formKey, id, onlyFormKeys }: RecordKey & { onlyFormKeys: readonly string[] | null },
): Promise<Chain> {
  const { db } = context;
  const record = await getRecord(context, db, user, { formKey, id });
  const { forms, leftOut } = await formsBelow(context, formKey, onlyFormKeys && new Set(onlyFormKeys));
  const levels = levelsOf(parentsAmong(forms));
  const below: ChainStage[] = [];
  const missing: Chain['missing'] = [];
  let isPartial = false;
  for (const { definition, via } of forms) {
    const { formKey, formName } = definition;
    try {
      const summary = await summarizeReferringRecords(context, db, user, {
        formKey,
        via,
        id,
        size: MAX_NEWEST_RECORDS,
      });
      if (summary.count === 0) missing.push({ formKey, formName });
      else
        below.push({
          formKey,
          formName,
          hasFlow: definition.flowKey !== undefined,
          via,
          level: levels.get(formKey) ?? 1,
          ...summary,
        });
    } catch (error) {
      if (!(error instanceof Refusal) || !SKIPPED_CODES.has(error.code)) throw error;
      isPartial = true;
    }
  }
  const positionOf = (key: string): number => (onlyFormKeys ? onlyFormKeys.indexOf(key) : 0);
  return {
    above: await recordsAbove(context, user, { formKey, id, fieldsMap: record.fieldsMap }),
    below: below.toSorted(
      (a, b) => a.level - b.level || positionOf(a.formKey) - positionOf(b.formKey) || b.count - a.count,
    ),
    missing,
    isPartial,
    leftOut,
  };
}
