import { fieldsOf, relationsIn, type FormDefinition, type PlacedRelation } from '../../kernel/index.ts';
import { warning, type Problem } from '../../domain/problem/index.ts';
import { EVERYBODY, rightsOfAccess } from '../../rules/formRights.ts';
import { relatedForms, type FormCheck } from '../documents/index.ts';
import type { Db } from '../store/database.ts';

/** What a role may do with a form, and which of its fields it never sees. */
interface Line {
  rights: readonly string[];
  hidden: ReadonlySet<string>;
}
/** Roles by their codes; null: the form is not ruled by roles yet. */
type Lines = ReadonlyMap<string, Line> | null;

const MOST_NAMES = 5;
const listed = (names: readonly string[]): string =>
  `${names.slice(0, MOST_NAMES).join('、')}${names.length > MOST_NAMES ? ` 等 ${names.length} 项` : ''}`;

async function linesOf(db: Db, formKeys: readonly string[]): Promise<(formKey: string) => Lines> {
  const ruled = await db.selectFrom('sys_form_grid').select('form_key').where('form_key', 'in', formKeys).execute();
  const rows = await db
    .selectFrom('sys_role_form')
    .select(['role_code', 'form_key', 'rights', 'hidden'])
    .where('form_key', 'in', formKeys)
    .execute();
  const isRuled = new Set(ruled.map(({ form_key }) => form_key));
  return (formKey) =>
    isRuled.has(formKey)
      ? new Map(
          rows
            .filter(({ form_key }) => form_key === formKey)
            .map(({ role_code, rights, hidden }) => [role_code, { rights, hidden: new Set(hidden) }]),
        )
      : null;
}

/** Lines that the first publication of a form fills from its `access`. */
const linesOfAccess = ({ access, unitReads }: FormDefinition): Lines =>
  new Map(
    [...rightsOfAccess(access, unitReads === '1')].map(([role, rights]) => [
      role,
      { rights, hidden: new Set<string>() },
    ]),
  );

/** Fields that stand in the title of a form's records. */
function titleFields(definition: FormDefinition): string[] {
  const fields = fieldsOf(definition);
  const named = [...(definition.titleTemplate ?? '').matchAll(/\$\{([^}]+)\}/g)].map(([, key = '']) => key.trim());
  const flagged = [...fields].filter(([, node]) => (node as { isTitle?: string }).isTitle === '1').map(([key]) => key);
  return (definition.titleTemplate ? named : flagged).filter((key) => fields.has(key));
}

/** Those of these fields that a role does not see in their own form. */
function unseen(lines: Lines, role: string, keys: readonly string[]): string[] {
  if (!lines) return [];
  const line = lines.get(role);
  const maySee = line?.rights.includes('see') === true || lines.get(EVERYBODY)?.rights.includes('see') === true;
  return maySee ? keys.filter((key) => line?.hidden.has(key) === true) : [...keys];
}

function shownBy(
  { node, relation, table, path }: PlacedRelation,
  {
    own,
    target,
    targetLines,
    nameOf,
  }: { own: Lines; target: FormDefinition; targetLines: Lines; nameOf(role: string): string },
): Problem[] {
  const fields = fieldsOf(target);
  const keyOf = (key: string): string => (table === null ? key : `${table}.${key}`);
  const told = (
    what: string,
    place: readonly (string | number)[],
    shows: (line: Line) => readonly string[],
  ): Problem[] => {
    const roles: string[] = [];
    const shown = new Set<string>();
    for (const [role, line] of own ?? []) {
      if (!line.rights.includes('see')) continue;
      const found = unseen(targetLines, role, shows(line));
      if (found.length === 0) continue;
      roles.push(nameOf(role));
      for (const key of found) shown.add(fields.get(key)?.label || key);
    }
    if (roles.length === 0) return [];
    return [
      warning('DOC_SHOWS_HIDDEN', [...place], {
        label: node.label || node.__vModel__,
        what,
        roles: listed(roles),
        form: target.formName,
        fields: listed([...shown]),
      }),
    ];
  };
  const isHidden = ({ hidden }: Line, key: string): boolean =>
    hidden.has(keyOf(key)) || (table !== null && hidden.has(table));
  return [
    ...told('标题', path, (line) => (isHidden(line, node.__vModel__) ? [] : titleFields(target))),
    ...told('带出内容', [...path, 'fill'], (line) =>
      Object.entries(relation.fill).flatMap(([key, source]) => {
        const [first = ''] = source.split('.');
        return isHidden(line, key) || !fields.has(first) ? [] : [first];
      }),
    ),
  ];
}

/**
 * Warns where a relation shows people what their roles do not see in the other form: its label is the title of the
 * record, and what it fills in is a copy that follows the rights of this form alone.
 */
export const checkShownByRelations: FormCheck = async (context, db, definition, beside) => {
  const placed = relationsIn(definition);
  if (placed.length === 0) return [];
  const formOf = await relatedForms(context, db, definition, beside);
  const { formKey } = definition;
  const lines = await linesOf(db, [...new Set([formKey, ...placed.map(({ relation }) => relation.to)])]);
  const roles = await db.selectFrom('sys_role').select(['code', 'name']).execute();
  const names = new Map(roles.map(({ code, name }) => [code, name]));
  const nameOf = (role: string): string => (role === EVERYBODY ? '所有人' : (names.get(role) ?? role));
  const own = lines(formKey) ?? linesOfAccess(definition);
  return placed.flatMap((one) => {
    const target = formOf(one.relation.to);
    return target ? shownBy(one, { own, target, targetLines: lines(one.relation.to), nameOf }) : [];
  });
};
