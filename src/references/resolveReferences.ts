import type { FieldNode } from '../grammar/nodes.ts';
import { QUERY_COLUMNS, ROW_NAMES } from '../rules/listNames.ts';
import { type FormDefinition, isTableNode, relationOf, columnNodes } from '../kernel/index.ts';
import { fieldsOf, RECORD_COLUMNS } from '../relations/index.ts';
import type { UnresolvedReference, Reference } from './reference.ts';

/** Finds the definition of a form; null if there is none. */
export type FindForm = (formKey: string) => Promise<FormDefinition | null>;

/** Names of values that every record has in addition to its fields. */
const SYSTEM_NAMES: ReadonlySet<string> = new Set([...Object.keys(RECORD_COLUMNS), ...QUERY_COLUMNS, ...ROW_NAMES]);

/** Returns the form to which a path continues through this field; null if the field is not a relation to one record. */
const relationTargetOf = (node: FieldNode | undefined): string | null => {
  const relation = node ? relationOf(node) : null;
  return relation && !relation.isMultiple ? relation.to : null;
};

const LABEL = /Label$/;

/** Returns the key to which a name refers: the name itself or, for a companion (`<key>Label`), the key of its field. */
const fieldKeyOf = (fields: ReadonlyMap<string, FieldNode>, name: string): string =>
  !fields.has(name) && fields.has(name.replace(LABEL, '')) ? name.replace(LABEL, '') : name;

/**
 * Follows a path of fields. Returns a reference for every field on it, with the form that contains the field. A system
 * value ends the path and gives no reference.
 */
async function followPath(reference: UnresolvedReference, formOf: FindForm): Promise<Reference[]> {
  const { use, path, positionText } = reference;
  const references: Reference[] = [];
  const addReference = (owner: string, key: string, isLast: boolean): void => {
    references.push({
      kind: 'field',
      owner,
      name: key,
      use: isLast ? use : 'read',
      path,
      positionText,
      isIntermediate: !isLast,
    });
  };
  let { owner, table } = reference;
  let names = [...reference.names];
  while (names.length > 0) {
    const form = await formOf(owner);
    const formFields = form ? fieldsOf(form) : new Map<string, FieldNode>();
    const node = table === '' ? undefined : formFields.get(table);
    const columns =
      node && isTableNode(node) ? new Map(columnNodes(node).map((column) => [column.__vModel__, column])) : null;
    const fields = table === '' ? formFields : (columns ?? new Map<string, FieldNode>());
    const [first = '', ...rest] = names;
    const key = fieldKeyOf(fields, first);
    const field = fields.get(key);
    if (!field && table === '' && SYSTEM_NAMES.has(key)) break;
    const isTable = field !== undefined && table === '' && isTableNode(field);
    if (isTable && rest.length > 0) {
      addReference(owner, key, false);
      table = key;
      names = rest;
      continue;
    }
    addReference(owner, table === '' ? key : `${table}.${key}`, rest.length === 0);
    const nextForm = rest.length > 0 ? relationTargetOf(field) : null;
    if (nextForm === null) break;
    owner = nextForm;
    table = '';
    names = rest;
  }
  return references;
}

/**
 * Returns the references for a path whose form is unknown, as in a process: the first name, and the first two names as
 * a sub-table and its column.
 */
const referencesWithoutForm = ({ names, table, use, path, positionText }: UnresolvedReference): Reference[] => {
  const [first = '', second] = table === '' ? names : [table, ...names];
  const referenceTo = (name: string): Reference => ({
    kind: 'field',
    owner: '',
    name,
    use,
    path,
    positionText,
    isIntermediate: false,
  });
  return second === undefined ? [referenceTo(first)] : [referenceTo(first), referenceTo(`${first}.${second}`)];
};

const identityOf = ({ kind, owner, name, use, path }: Reference): string =>
  JSON.stringify([kind, owner, name, use, path]);

/** Resolves one reference. A path of fields gives one resolved reference for each of its fields. */
async function resolveReference(reference: UnresolvedReference, formOf: FindForm): Promise<Reference[]> {
  const { kind, names, owner, use, path, positionText } = reference;
  if (kind !== 'field') return [{ kind, owner, name: names[0] ?? '', use, path, positionText, isIntermediate: false }];
  return owner === '' ? referencesWithoutForm(reference) : followPath(reference, formOf);
}

/**
 * Resolves references and removes duplicates. Paths of fields are followed through the relations and sub-tables of the
 * current form definitions.
 */
export async function resolveReferences(
  references: readonly UnresolvedReference[],
  formOf: FindForm,
): Promise<Reference[]> {
  const referencesById = new Map<string, Reference>();
  for (const reference of references) {
    for (const resolved of await resolveReference(reference, formOf))
      if (!referencesById.has(identityOf(resolved))) referencesById.set(identityOf(resolved), resolved);
  }
  return [...referencesById.values()];
}
