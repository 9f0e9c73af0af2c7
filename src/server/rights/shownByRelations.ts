import { fieldsOf, relationsIn, type LocatedRelation } from '../../relations/index.ts';
import { columnNodes, isTableNode, type FormDefinition } from '../../kernel/index.ts';
import { warning, type Problem } from '../../domain/problem/index.ts';
import { EVERYBODY, rightsOfAccess } from '../../rules/formRights.ts';
import { relatedForms, type FormCheck } from '../documents/index.ts';
import type { Db } from '../store/database.ts';

/** A role's rights on a form, and the fields that it may not see. */
interface RoleRights {
  rights: readonly string[];
  hidden: ReadonlySet<string>;
}
/** Rights by role code; null when the grid of form rights (`sys_form_grid`) does not contain the form yet. */
type RightsByRole = ReadonlyMap<string, RoleRights> | null;

/** Maximum number of names in a warning. */
const MAX_LISTED_NAMES = 5;
/** Joins names for a warning. Of more than `MAX_LISTED_NAMES`, lists the first ones and gives the total number. */
const joinNames = (names: readonly string[]): string =>
  `${names.slice(0, MAX_LISTED_NAMES).join('、')}${names.length > MAX_LISTED_NAMES ? ` 等 ${names.length} 项` : ''}`;

/** Returns a function that returns the rights of all roles on one of these forms. */
async function loadRights(db: Db, formKeys: readonly string[]): Promise<(formKey: string) => RightsByRole> {
  const gridRows = await db.selectFrom('sys_form_grid').select('form_key').where('form_key', 'in', formKeys).execute();
  const rows = await db
    .selectFrom('sys_role_form')
    .select(['role_code', 'form_key', 'rights', 'hidden'])
    .where('form_key', 'in', formKeys)
    .execute();
  const coveredForms = new Set(gridRows.map(({ form_key }) => form_key));
  return (formKey) =>
    coveredForms.has(formKey)
      ? new Map(
          rows
            .filter(({ form_key }) => form_key === formKey)
            .map(({ role_code, rights, hidden }) => [role_code, { rights, hidden: new Set(hidden) }]),
        )
      : null;
}

/** Returns the rights that the first publication of a form writes from its `access`. */
const rightsFromAccess = ({ access, unitReads }: FormDefinition): RightsByRole =>
  new Map(
    [...rightsOfAccess(access, unitReads === '1')].map(([role, rights]) => [
      role,
      { rights, hidden: new Set<string>() },
    ]),
  );

/** Returns the keys of the fields in the title of a form's records. */
function titleFields(definition: FormDefinition): string[] {
  const fields = fieldsOf(definition);
  const titleKeys = [...(definition.titleTemplate ?? '').matchAll(/\$\{([^}]+)\}/g)].map(([, key = '']) => key.trim());
  const flaggedKeys = [...fields]
    .filter(([, node]) => (node as { isTitle?: string }).isTitle === '1')
    .map(([key]) => key);
  return (definition.titleTemplate ? titleKeys : flaggedKeys).filter((key) => fields.has(key));
}

/** Returns those of the fields (`keys`) of a form that a role may not see there; none if the form has no rights yet. */
function hiddenKeys(rights: RightsByRole, role: string, keys: readonly string[]): string[] {
  if (!rights) return [];
  const roleRights = rights.get(role);
  const maySee = roleRights?.rights.includes('see') === true || rights.get(EVERYBODY)?.rights.includes('see') === true;
  return maySee ? keys.filter((key) => roleRights?.hidden.has(key) === true) : [...keys];
}

/** Returns the label of a field, or of a column of a sub-table (`table.column`). */
function labelIn(form: FormDefinition, key: string): string {
  const [fieldKey = '', column] = key.split('.');
  const node = fieldsOf(form).get(fieldKey);
  const columns = column !== undefined && node && isTableNode(node) ? columnNodes(node) : [];
  const label = columns.find(({ __vModel__ }) => __vModel__ === column)?.label;
  return column === undefined ? node?.label || key : `${node?.label || fieldKey}·${label || column}`;
}

/**
 * Returns a warning for each way in which one relation shows fields of the target form to roles that may not see them
 * there: as the title, as filled values, or as filled rows of a sub-table.
 */
function relationWarnings(
  { node, relation, table, path }: LocatedRelation,
  {
    checkedFormRights,
    target,
    targetRights,
    nameOf,
  }: {
    checkedFormRights: RightsByRole;
    target: FormDefinition;
    targetRights: RightsByRole;
    nameOf(role: string): string;
  },
): Problem[] {
  const fields = fieldsOf(target);
  const keyOf = (key: string): string => (table === null ? key : `${table}.${key}`);
  const warningsFor = (
    shownIn: string,
    path: readonly (string | number)[],
    shownKeysOf: (roleRights: RoleRights) => readonly string[],
  ): Problem[] => {
    const roles: string[] = [];
    const shownLabels = new Set<string>();
    for (const [role, roleRights] of checkedFormRights ?? []) {
      if (!roleRights.rights.includes('see')) continue;
      const hiddenFields = hiddenKeys(targetRights, role, shownKeysOf(roleRights));
      if (hiddenFields.length === 0) continue;
      roles.push(nameOf(role));
      for (const key of hiddenFields) shownLabels.add(labelIn(target, key));
    }
    if (roles.length === 0) return [];
    return [
      warning('DOC_SHOWS_HIDDEN', [...path], {
        label: node.label || node.__vModel__,
        what: shownIn,
        roles: joinNames(roles),
        form: target.formName,
        fields: joinNames([...shownLabels]),
      }),
    ];
  };
  const isHidden = ({ hidden }: RoleRights, key: string): boolean =>
    hidden.has(keyOf(key)) || (table !== null && hidden.has(table));
  return [
    ...warningsFor('标题', path, (roleRights) => (isHidden(roleRights, node.__vModel__) ? [] : titleFields(target))),
    ...warningsFor('带出内容', [...path, 'fill'], (roleRights) =>
      Object.entries(relation.fill).flatMap(([key, source]) => {
        const [firstKey = ''] = source.split('.');
        return isHidden(roleRights, key) || !fields.has(firstKey) ? [] : [firstKey];
      }),
    ),
    ...warningsFor('带出明细', [...path, 'fillRows'], ({ hidden }) =>
      Object.entries(relation.fillRows).flatMap(([tableKey, { from, columns }]) =>
        hidden.has(tableKey) || !fields.has(from)
          ? []
          : [
              from,
              ...Object.entries(columns)
                .filter(([column]) => !hidden.has(`${tableKey}.${column}`))
                .map(([, name]) => `${from}.${name}`),
            ],
      ),
    ),
  ];
}

/**
 * Returns warnings about relations of the checked form that show values to roles which may not see them in the related
 * form. A relation shows the title of the related record as its label. The values that it fills in are copies, so only
 * the rights of the checked form apply to them.
 */
export const checkShownByRelations: FormCheck = async (context, db, definition, drafts) => {
  const relations = relationsIn(definition);
  if (relations.length === 0) return [];
  const formOf = await relatedForms(context, db, definition, drafts);
  const { formKey } = definition;
  const rightsOf = await loadRights(db, [...new Set([formKey, ...relations.map(({ relation }) => relation.to)])]);
  const roles = await db.selectFrom('sys_role').select(['code', 'name']).execute();
  const names = new Map(roles.map(({ code, name }) => [code, name]));
  const nameOf = (role: string): string => (role === EVERYBODY ? '所有人' : (names.get(role) ?? role));
  const checkedFormRights = rightsOf(formKey) ?? rightsFromAccess(definition);
  return relations.flatMap((locatedRelation) => {
    const target = formOf(locatedRelation.relation.to);
    return target
      ? relationWarnings(locatedRelation, {
          checkedFormRights,
          target,
          targetRights: rightsOf(locatedRelation.relation.to),
          nameOf,
        })
      : [];
  });
};
