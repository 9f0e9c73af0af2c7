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

/** The fields behind a group name: of the row of a sub-table, of a dialog, or of another record. */
export interface NameGroup {
  fields: ReadonlyMap<string, FieldNode>;
  /** True if the group is a record, which also has an id, a title and other system columns. */
  isRecord: boolean;
}

/**
 * The names that the expressions of an effect may use: those of the form directly, those of groups with a prefix
 * (`row.`, `dialog.`, `it.`).
 */
export interface EffectNames {
  /** Null if names without a prefix are not allowed. */
  definition: FormDefinition | null;
  groups: Readonly<Record<string, NameGroup>>;
  formOf: FormLookup;
  vocabulary: Vocabulary;
}

/** A value that an expression reads through a relation. */
export interface NamedPath {
  /** The path as written: `contract.settled`, `row.contract.customer`. */
  text: string;
  /** Group in which the path begins; '' for the form itself. */
  group: string;
  parts: readonly string[];
  end: PathEnd;
}

export interface ScopedText {
  /** The expression in which each path is replaced by a plain name. */
  text: string;
  types: ExpressionTypes;
  /** The paths, by their plain names. */
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

/** The fields in which a chain of names begins, and the names that remain. */
function startOf(parts: readonly string[], { definition, groups }: EffectNames) {
  const [first = '', ...rest] = parts;
  const group = Object.hasOwn(groups, first) ? groups[first] : undefined;
  if (group) return { group: first, fields: group.fields, parts: rest };
  const own = definition ? fieldsOf(definition) : new Map<string, FieldNode>();
  if (first === 'form') return { group: '', fields: own, parts: rest };
  return { group: '', fields: own, parts };
}

/** Resolves a path through relations; null if a part does not exist. */
export function resolveNamePath(written: string, names: EffectNames): NamedPath | null {
  const { group, fields, parts } = startOf(written.split('.'), names);
  const [first = '', ...rest] = parts;
  const node = fields.get(first);
  const relation = node ? relationOf(node) : null;
  const target = relation && !relation.isMultiple ? names.formOf(relation.to) : null;
  const end = target && endOfPath(target, rest, names.formOf, names.vocabulary);
  return end && { text: written, group, parts, end };
}

/**
 * The field that a name refers to without going through a relation; null if there is none. For a system column `node`
 * is null.
 */
export function directField(written: string, names: EffectNames): { node: FieldNode | null; type: ValueType } | null {
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

/** Names and types for the expressions of an effect, without paths. */
function baseTypes({ definition, groups, vocabulary }: EffectNames): ExpressionTypes {
  const own = definition ? formTypesOf(definition.fields, vocabulary).form : formTypesOf([], vocabulary).form;
  return {
    ...(definition ? RECORD_COLUMNS : {}),
    ...own,
    ...Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, groupType(group, vocabulary)])),
  };
}

const basesOf = new WeakMap<EffectNames, ExpressionTypes>();

/** Parses and checks an expression whose names may go through relations. Problems have empty paths. */
export function scopedText(text: string, names: EffectNames, expected: ValueType = 'dyn'): ScopedText {
  const base = basesOf.get(names) ?? baseTypes(names);
  basesOf.set(names, base);
  const paths = new Map<string, NamedPath>();
  const missing: Problem[] = [];
  const flatText = text.replace(
    LITERAL_OR_CHAIN,
    (all: string, literal: string | undefined, chain: string, offset: number) => {
      if (literal !== undefined) return all;
      const isCall = /^\s*\(/.test(text.slice(offset + all.length));
      const parts = chain.split('.');
      const method = isCall ? `.${parts.pop()}` : '';
      const start = startOf(parts, names);
      if (start.parts.length < 2 || !isOneRelation(start.fields.get(start.parts[0] ?? ''))) return all;
      const written = parts.join('.');
      const path = resolveNamePath(written, names);
      if (!path) {
        missing.push(problem('DOC_EXPRESSION_NAME', [], { name: written }));
        return all;
      }
      const plainName = parts.join('$$');
      paths.set(plainName, path);
      return plainName + method;
    },
  );
  const types: ExpressionTypes =
    paths.size === 0
      ? base
      : { ...base, ...Object.fromEntries([...paths].map(([plain, { end }]) => [plain, end.type])) };
  return {
    text: flatText,
    types,
    paths,
    problems: missing.length > 0 ? missing : checkExpression(flatText, types, expected),
  };
}

/**
 * Compiles the result of `scopedText`. The compiled function calls `read` for direct names, group names and the plain
 * names of paths.
 */
export const compileScoped = ({ text, types }: ScopedText): ((read: ReadName) => unknown) =>
  compileExpression(text, types);

const PLACEHOLDER = /\$\{\s*([^}\s]+)\s*\}/g;

/** The names of the placeholders (`${…}`) in a text. */
export const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map((found) => found[1] as string);

/** Replaces each placeholder by its text. */
export const replacePlaceholders = (text: string, textOf: (name: string) => string): string =>
  text.replace(PLACEHOLDER, (_all, name: string) => textOf(name));

/** The columns of a table as a group. */
export const rowGroup = (fields: ReadonlyMap<string, FieldNode>): NameGroup => ({ fields, isRecord: false });

/** The record of a form as a group. */
export const recordGroup = (definition: FormDefinition): NameGroup => ({
  fields: fieldsOf(definition),
  isRecord: true,
});
