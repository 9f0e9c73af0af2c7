import { sql, type RawBuilder } from 'kysely';
import type { Path } from '../../domain/problem/index.ts';
import type { ReferenceUse } from '../../references/index.ts';
import type { Db } from '../store/database.ts';
import { escapeLikeText } from '../store/escapeLikeText.ts';

/**
 * The target of references: a document, dictionary or role with its key as `name`; a field of the form `owner` (or a
 * column of a sub-table: `table.column`); a group or measure of the dataset `owner`; a step in the process of the form
 * `owner`.
 */
export type Target =
  | { kind: 'form' | 'screen' | 'flow' | 'dataset' | 'dictionary' | 'role'; name: string }
  | { kind: 'field' | 'measure' | 'node'; owner: string; name: string };

/** Kinds of items that can refer to a target: documents, and entries of system tables. */
export type ReferrerKind = 'form' | 'screen' | 'flow' | 'dataset' | 'menu' | 'role' | 'dictionary';

/** One reference to a target. */
export interface Use {
  kind: ReferrerKind;
  key: string;
  name: string;
  state: 'published' | 'draft';
  /** Path in the document; for a system table the column. */
  path: Path;
  /** Readable position of the reference, in Chinese. */
  place: string;
  use: ReferenceUse;
  /** The referenced name. If the target is a sub-table, this may be one of its columns (`table.column`). */
  to: string;
}

/** A reference as a database row. */
interface UseRow {
  kind: ReferrerKind;
  key: string;
  name: string;
  state: Use['state'];
  path: Path;
  place: string;
  use: ReferenceUse;
  to: string;
}

/** Returns the keys of a form's processes and of the processes that these call, as SQL. */
const flowsOf = (formKey: string): RawBuilder<unknown> => sql`(with recursive own as (
    select to_name as flow from doc_reference where kind = 'form' and doc_key = ${formKey} and state = 'published' and to_kind = 'flow'
    union select r.to_name from doc_reference r join own on r.kind = 'flow' and r.doc_key = own.flow and r.to_kind = 'flow')
  select flow from own)`;

/** Returns the condition that a reference names this field or, if the field is a sub-table, one of its columns. */
const namesField = (name: string): RawBuilder<boolean> =>
  sql<boolean>`(r.to_name = ${name} or starts_with(r.to_name, ${`${name}.`}))`;

/**
 * Returns a condition for rows of the index that refer to a target. A reference to a field also counts as a reference
 * to its form.
 */
function refersTo(target: Target): RawBuilder<boolean> {
  const { kind, name } = target;
  switch (kind) {
    case 'field':
      return sql<boolean>`(r.to_kind = 'field' and ${namesField(name)} and (r.to_owner = ${target.owner}
        or (r.to_owner = '' and r.kind = 'flow' and r.doc_key in ${flowsOf(target.owner)})))`;
    case 'node':
      return sql<boolean>`(r.to_kind = 'node' and r.to_name = ${name} and r.to_owner in (${target.owner}, ''))`;
    case 'measure':
      return sql<boolean>`(r.to_kind = 'measure' and r.to_owner = ${target.owner} and r.to_name = ${name})`;
    case 'form':
      return sql<boolean>`((r.to_kind = 'form' and r.to_name = ${name}) or (r.to_kind = 'field' and r.to_owner = ${name}))`;
    case 'dataset':
      return sql<boolean>`((r.to_kind = 'dataset' and r.to_name = ${name}) or (r.to_kind = 'measure' and r.to_owner = ${name}))`;
    default:
      return sql<boolean>`(r.to_kind = ${kind} and r.to_name = ${name})`;
  }
}

/** Finds the references in documents. */
const documentUses = async (db: Db, target: Target): Promise<UseRow[]> => {
  const { rows } =
    await sql<UseRow>`select r.kind, r.doc_key as key, case when r.state = 'draft' then coalesce(d.draft_name, d.name) else d.name end as name,
      r.state, r.path, r.place, r.use, r.to_name as to
    from doc_reference r join doc_document d on d.kind = r.kind and d.doc_key = r.doc_key
    where ${refersTo(target)} order by r.state desc, r.kind, r.doc_key, r.position`.execute(db);
  return rows;
};

/** The title of a menu entry, as SQL. */
const TITLE = sql`coalesce(item -> 'meta' ->> 'title', item ->> 'name', id)`;

/** Returns the condition for menu entries that refer to a target, and the position of the reference in an entry. */
function menuReference({ kind, name }: Target): { where: RawBuilder<boolean>; path: string; place: string } | null {
  switch (kind) {
    case 'screen':
      return { where: sql`item ->> 'component' = ${name}`, path: 'component', place: '打开的界面' };
    case 'form': {
      const likePattern = `%formKey=${escapeLikeText(name)}`;
      return {
        where: sql`(item -> 'query' ->> 'formKey' = ${name} or item ->> 'query' like ${likePattern} or item ->> 'query' like ${`${likePattern}&%`})`,
        path: 'query',
        place: '打开的表单',
      };
    }
    case 'role':
      return { where: sql`roles ? ${name}`, path: 'roles', place: '可见角色' };
    case 'node':
      return { where: sql`item -> 'taskNodes' ? ${name}`, path: 'taskNodes', place: '待办数的节点' };
    default:
      return null;
  }
}

/** Finds menu entries that open a screen, list a form, count tasks of a node, or are shown to a role. */
async function menuUses(db: Db, target: Target): Promise<UseRow[]> {
  const reference = menuReference(target);
  if (!reference) return [];
  const { where, path, place } = reference;
  const { rows } = await sql<{ id: string; title: string }>`select id, ${TITLE} as title from sys_menu
    where not is_removed and ${where} order by coalesce(place, sn), id`.execute(db);
  return rows.map(({ id, title }) => ({
    kind: 'menu',
    key: id,
    name: title,
    state: 'published',
    path: [path],
    place,
    use: 'named',
    to: target.name,
  }));
}

/** Finds child dictionaries of a dictionary. */
async function dictionaryUses(db: Db, { kind, name }: Target): Promise<UseRow[]> {
  if (kind !== 'dictionary') return [];
  const { rows } = await sql<{ code: string; name: string }>`select code, name from sys_dict_type
    where parent_id = ${name} order by code`.execute(db);
  return rows.map((row): UseRow => ({
    kind: 'dictionary',
    key: row.code,
    name: row.name,
    state: 'published',
    path: ['parentCode'],
    place: '上级字典',
    use: 'named',
    to: name,
  }));
}

/** Kinds of targets whose references to themselves are left out. */
const SELF_REFERRING_KINDS: ReadonlySet<string> = new Set(['form', 'screen', 'flow', 'dataset', 'dictionary']);

/**
 * Returns all references to a target, drafts last. References of a document to itself are left out, unless the target
 * is a field, measure or step.
 */
export async function usesOf(db: Db, target: Target): Promise<Use[]> {
  const allUses = [
    ...(await documentUses(db, target)),
    ...(await menuUses(db, target)),
    ...(await dictionaryUses(db, target)),
  ];
  return SELF_REFERRING_KINDS.has(target.kind)
    ? allUses.filter(({ kind, key }) => kind !== target.kind || key !== target.name)
    : allUses;
}

/**
 * For each kind of document, the SQL query of all references to documents of this kind. `name` is the key of the
 * referenced document, `kind` and `doc_key` identify the item that refers to it.
 */
const REFERENCES_BY_KIND = {
  form: sql`select to_name as name, kind, doc_key from doc_reference where to_kind = 'form'
    union select to_owner, kind, doc_key from doc_reference where to_kind = 'field' and to_owner <> ''
    union select item -> 'query' ->> 'formKey', 'menu', id from sys_menu where not is_removed and jsonb_typeof(item -> 'query') = 'object'
    union select substring(item ->> 'query' from '(?:^|[?&])formKey=([^&]*)'), 'menu', id from sys_menu
      where not is_removed and jsonb_typeof(item -> 'query') = 'string'`,
  dataset: sql`select to_name as name, kind, doc_key from doc_reference where to_kind = 'dataset'`,
  screen: sql`select item ->> 'component' as name, 'menu' as kind, id as doc_key from sys_menu where not is_removed`,
  dictionary: sql`select to_name as name, kind, doc_key from doc_reference where to_kind = 'dictionary'
    union select parent_id, 'dictionary', code from sys_dict_type`,
  flow: sql`select to_name as name, kind, doc_key from doc_reference where to_kind = 'flow'`,
} as const;

/** Returns the number of documents and entries that refer to each document of a kind. */
export async function countUses(db: Db, kind: keyof typeof REFERENCES_BY_KIND): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`select name, count(*)::int as count
    from (${REFERENCES_BY_KIND[kind]}) reference
    where name is not null and not (kind = ${kind} and doc_key = name) group by name`.execute(db);
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** Returns the keys of published documents of a kind that refer to a target. */
export async function findReferringKeys(
  db: Db,
  kind: 'form' | 'screen' | 'flow' | 'dataset',
  target: Target,
  /** Only references below this top-level key of the document; absent: all. */
  topLevelKey?: string,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select distinct r.doc_key as key from doc_reference r
    where r.kind = ${kind} and r.state = 'published' and ${refersTo(target)}
      and (${topLevelKey ?? null}::text is null or r.path ->> 0 = ${topLevelKey ?? null}) order by 1`.execute(db);
  return rows.map(({ key }) => key);
}
