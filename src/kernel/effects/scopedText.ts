import type { FieldNode } from '../../grammar/nodes.ts';
import { type Problem, problem } from '../../domain/problem/index.ts';
import { checkExpression, compileExpression } from '../expressions/expressions.ts';
import type { ExpressionType, ExpressionTypes, ReadName } from '../expressions/types.ts';
import type { FormDefinition } from '../form.ts';
import { isTableNode } from '../nodes.ts';
import type { Vocabulary } from '../registry.ts';
import { relationOf } from '../relation.ts';
import { endOfPath, fieldsOf, RECORD_COLUMNS, type FormLookup, type PathEnd } from '../relationPath.ts';
import { formTypesOf, valueTypeOf } from '../types.ts';
import type { ValueType } from '../widget.ts';

/** Fields that stand behind a name: the row of a sub-table, the fields of a dialog, another record. */
export interface NameGroup {
  fields: ReadonlyMap<string, FieldNode>;
  /** It is a record, with id, title and the like. */
  isRecord: boolean;
}

/** What the expressions of an effect may read: the form's own names bare, groups behind theirs (`row.`, `dialog.`, `it.`). */
export interface EffectNames {
  /** Null: there are no bare names. */
  definition: FormDefinition | null;
  groups: Readonly<Record<string, NameGroup>>;
  formOf: FormLookup;
  vocabulary: Vocabulary;
}

/** A value behind a relation that an expression reads. */
export interface NamedPath {
  /** As it is written: `contract.settled`, `row.contract.customer`. */
  text: string;
  /** '': the form itself. */
  group: string;
  parts: readonly string[];
  end: PathEnd;
}

export interface ScopedText {
  /** The expression with a plain name in the place of each path. */
  text: string;
  types: ExpressionTypes;
  /** By those plain names. */
  paths: ReadonlyMap<string, NamedPath>;
  problems: readonly Problem[];
}

const NAME = '[A-Za-z_$\\u4e00-\\u9fa5][\\w$\\u4e00-\\u9fa5]*';
const LITERAL_OR_CHAIN = new RegExp(
  `("""[\\s\\S]*?"""|'''[\\s\\S]*?'''|[rR]?"(?:[^"\\\\\\n]|\\\\.)*"|[rR]?'(?:[^'\\\\\\n]|\\\\.)*')|(?<![\\w$.\\])])(${NAME}(?:\\.${NAME})+)`,
  'g',
);

const isOneRelation = (node: FieldNode | undefined): boolean => {
  const relation = node ? relationOf(node) : null;
  return relation !== null && !relation.isMultiple;
};

/** The fields that a chain of names begins in, and the names that go on from there. */
function startOf(parts: readonly string[], { definition, groups }: EffectNames) {
  const [first = '', ...rest] = parts;
  const group = Object.hasOwn(groups, first) ? groups[first] : undefined;
  if (group) return { group: first, fields: group.fields, parts: rest };
  const own = definition ? fieldsOf(definition) : new Map<string, FieldNode>();
  if (first === 'form') return { group: '', fields: own, parts: rest };
  return { group: '', fields: own, parts };
}

/** Where a path through relations ends; null where it leads nowhere. */
export function endOfNames(written: string, names: EffectNames): NamedPath | null {
  const { group, fields, parts } = startOf(written.split('.'), names);
  const [first = '', ...rest] = parts;
  const node = fields.get(first);
  const relation = node ? relationOf(node) : null;
  const target = relation && !relation.isMultiple ? names.formOf(relation.to) : null;
  const end = target && endOfPath(target, rest, names.formOf, names.vocabulary);
  return end && { text: written, group, parts, end };
}

/** The field that a written name means, without going through a relation; null: there is none. A column of every record has a type alone. */
export function plainField(written: string, names: EffectNames): { node: FieldNode | null; type: ValueType } | null {
  const { group, fields, parts } = startOf(written.split('.'), names);
  const [first = ''] = parts;
  if (parts.length !== 1) return null;
  const node = fields.get(first);
  if (node) return isTableNode(node) ? null : { node, type: valueTypeOf(node, names.vocabulary) };
  const isRecord = group === '' ? names.definition !== null : names.groups[group]?.isRecord === true;
  const type = isRecord && Object.hasOwn(RECORD_COLUMNS, first) ? RECORD_COLUMNS[first] : undefined;
  return type === undefined ? null : { node: null, type };
}

function groupType({ fields, isRecord }: NameGroup, vocabulary: Vocabulary): ExpressionType {
  const own = [...fields.values()].map((node): [string, ExpressionType] => [
    node.__vModel__,
    isTableNode(node) ? 'list' : valueTypeOf(node, vocabulary),
  ]);
  return { fields: { ...(isRecord ? RECORD_COLUMNS : {}), ...Object.fromEntries(own) } as never };
}

/** Names and types of an effect's expressions, without its paths. */
function baseTypes({ definition, groups, vocabulary }: EffectNames): ExpressionTypes {
  const own = definition ? formTypesOf(definition.fields, vocabulary).form : formTypesOf([], vocabulary).form;
  return {
    ...(definition ? RECORD_COLUMNS : {}),
    ...own,
    ...Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, groupType(group, vocabulary)])),
  };
}

const basesOf = new WeakMap<EffectNames, ExpressionTypes>();

/** Reads an expression whose names may go through relations. Problems have empty paths. */
export function scopedText(text: string, names: EffectNames, expected: ValueType = 'dyn'): ScopedText {
  const base = basesOf.get(names) ?? baseTypes(names);
  basesOf.set(names, base);
  const paths = new Map<string, NamedPath>();
  const missing: Problem[] = [];
  const flat = text.replace(LITERAL_OR_CHAIN, (all: string, literal: string | undefined, chain: string, at: number) => {
    if (literal !== undefined) return all;
    const isCall = /^\s*\(/.test(text.slice(at + all.length));
    const parts = chain.split('.');
    const method = isCall ? `.${parts.pop()}` : '';
    const start = startOf(parts, names);
    if (start.parts.length < 2 || !isOneRelation(start.fields.get(start.parts[0] ?? ''))) return all;
    const written = parts.join('.');
    const path = endOfNames(written, names);
    if (!path) {
      missing.push(problem('DOC_EXPRESSION_NAME', [], { name: written }));
      return all;
    }
    const plain = parts.join('$$');
    paths.set(plain, path);
    return plain + method;
  });
  const types: ExpressionTypes =
    paths.size === 0
      ? base
      : { ...base, ...Object.fromEntries([...paths].map(([plain, { end }]) => [plain, end.type])) };
  return {
    text: flat,
    types,
    paths,
    problems: missing.length > 0 ? missing : checkExpression(flat, types, expected),
  };
}

/** Compiles what `scopedText` read; `read` is asked for bare names, groups and the plain names of paths. */
export const compileScoped = ({ text, types }: ScopedText): ((read: ReadName) => unknown) =>
  compileExpression(text, types);

const PLACE = /\$\{\s*([^}\s]+)\s*\}/g;

/** The names in a text with `${…}`. */
export const placesIn = (text: string): string[] => [...text.matchAll(PLACE)].map((found) => found[1] as string);

/** The text with each place filled. */
export const withPlaces = (text: string, textOf: (name: string) => string): string =>
  text.replace(PLACE, (_all, name: string) => textOf(name));

/** Columns of the rows of a table as a group. */
export const rowGroup = (fields: ReadonlyMap<string, FieldNode>): NameGroup => ({ fields, isRecord: false });

/** A record of a form as a group. */
export const recordGroup = (definition: FormDefinition): NameGroup => ({
  fields: fieldsOf(definition),
  isRecord: true,
});
