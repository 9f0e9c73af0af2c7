import type { FieldNode } from '../grammar/nodes.ts';
import { type Problem, problem } from '../domain/problem/index.ts';
import {
  checkExpression,
  compileExpression,
  type ExpressionType,
  type ExpressionTypes,
  type ReadName,
  type ValueType,
} from '../expressions/index.ts';
import {
  type FormDefinition,
  isTableNode,
  type Vocabulary,
  relationOf,
  formTypesOf,
  valueTypeOf,
} from '../kernel/index.ts';
import { endOfPath, fieldsOf, RECORD_COLUMNS, type FormLookup, type PathEnd } from '../relations/index.ts';

/**
 * The fields that a prefix gives access to. `row`: a row of a sub-table or, for a button, the record; `dialog`: the
 * dialog of a button; `it`: the record from which another one is created; `made`: records that other effects create.
 */
export interface PrefixFields {
  fields: ReadonlyMap<string, FieldNode>;
  /** True for a record, whose system columns (id, title and others) can be read besides its fields. */
  isRecord: boolean;
}

/**
 * The names that the expressions of an effect may use: fields of the form without a prefix, other fields with one of
 * the `prefixes` (`row.`, `dialog.`, `it.`, `made.`).
 */
export interface EffectNames {
  /** Null if names without a prefix are not allowed. */
  definition: FormDefinition | null;
  prefixes: Readonly<Record<string, PrefixFields>>;
  formOf: FormLookup;
  vocabulary: Vocabulary;
}

/** A value that an expression reads through a relation. */
export interface RelationPath {
  /** The path as written: `contract.settled`, `row.contract.customer`. */
  text: string;
  /** Prefix with which the path begins; '' for the form itself. */
  prefix: string;
  /** The names after the prefix. */
  parts: readonly string[];
  /** The field or system column to which the path leads. */
  end: PathEnd;
}

export interface ParsedExpression {
  /** The expression in which each path is replaced by an identifier (`contract.settled` by `contract$$settled`). */
  text: string;
  types: ExpressionTypes;
  /** The paths by their identifiers. */
  paths: ReadonlyMap<string, RelationPath>;
  problems: readonly Problem[];
}

const NAME = '[A-Za-z_$\\u4e00-\\u9fa5][\\w$\\u4e00-\\u9fa5]*';
const LITERAL =
  '"""[\\s\\S]*?"""|\'\'\'[\\s\\S]*?\'\'\'|[rR]?"(?:[^"\\\\\\n]|\\\\.)*"|[rR]?\'(?:[^\'\\\\\\n]|\\\\.)*\'';
/** Does not match after a name, an index or a call, where a name is the rest of a chain. */
const NOT_AFTER_NAME = '(?<![\\w$.\\])])';
/**
 * Matches a string literal (group 1) or names joined by dots (group 2). Literals are matched so that the names in them
 * are skipped.
 */
const LITERAL_OR_CHAIN = new RegExp(`(${LITERAL})|${NOT_AFTER_NAME}(${NAME}(?:\\.${NAME})+)`, 'g');
/** Matches the same, and also single names (group 2). */
const LITERAL_OR_NAMES = new RegExp(`(${LITERAL})|${NOT_AFTER_NAME}(${NAME}(?:\\.${NAME})*)`, 'g');
/** Matches the state of the record itself, by both of its names. */
const RECORD_STATE = /^(?:(?:row|form)\.)?(?:flwState|flowState)(?:\.|$)/;

/** Returns true if the condition of a button reads the state of its record. */
export const readsRecordState = (condition: string): boolean =>
  [...condition.matchAll(LITERAL_OR_NAMES)].some(([, , names]) => names !== undefined && RECORD_STATE.test(names));

const isSingleRelation = (node: FieldNode | undefined): boolean => {
  const relation = node ? relationOf(node) : null;
  return relation !== null && !relation.isMultiple;
};

/**
 * Splits off the prefix (`row`, `dialog` …) of a path. Returns the prefix, the fields to which it gives access, and
 * the remaining names. Without a prefix, or with `form`, returns '' and the fields of the form.
 */
function splitPrefix(parts: readonly string[], { definition, prefixes }: EffectNames) {
  const [first = '', ...rest] = parts;
  const prefixFields = Object.hasOwn(prefixes, first) ? prefixes[first] : undefined;
  if (prefixFields) return { prefix: first, fields: prefixFields.fields, parts: rest };
  const formFields = definition ? fieldsOf(definition) : new Map<string, FieldNode>();
  if (first === 'form') return { prefix: '', fields: formFields, parts: rest };
  return { prefix: '', fields: formFields, parts };
}

/** Resolves a path through relations to one record each; null if a part does not exist or is no such relation. */
export function resolveNamePath(written: string, names: EffectNames): RelationPath | null {
  const { prefix, fields, parts } = splitPrefix(written.split('.'), names);
  const [first = '', ...rest] = parts;
  const node = fields.get(first);
  const relation = node ? relationOf(node) : null;
  const target = relation && !relation.isMultiple ? names.formOf(relation.to) : null;
  const end = target && endOfPath(target, rest, names.formOf, names.vocabulary);
  return end && { text: written, prefix, parts, end };
}

/**
 * Returns the field that a name refers to without going through a relation; null if there is none, or if it is a
 * sub-table. For a system column `node` is null.
 */
export function directField(written: string, names: EffectNames): { node: FieldNode | null; type: ValueType } | null {
  const { prefix, fields, parts } = splitPrefix(written.split('.'), names);
  const [first = ''] = parts;
  if (parts.length !== 1) return null;
  const node = fields.get(first);
  if (node) return isTableNode(node) ? null : { node, type: valueTypeOf(node, names.vocabulary) };
  const isRecord = prefix === '' ? names.definition !== null : names.prefixes[prefix]?.isRecord === true;
  const type = isRecord && Object.hasOwn(RECORD_COLUMNS, first) ? RECORD_COLUMNS[first] : undefined;
  return type === undefined ? null : { node: null, type };
}

function typeOfPrefix({ fields, isRecord }: PrefixFields, vocabulary: Vocabulary): ExpressionType {
  const fieldTypes = [...fields.values()].map((node): [string, ExpressionType] => [
    node.__vModel__,
    isTableNode(node) ? 'list' : valueTypeOf(node, vocabulary),
  ]);
  return { fields: { ...(isRecord ? RECORD_COLUMNS : {}), ...Object.fromEntries(fieldTypes) } as never };
}

/** Returns the types of the names that the expressions of an effect may use, without paths through relations. */
function baseTypes({ definition, prefixes, vocabulary }: EffectNames): ExpressionTypes {
  const formTypes = definition ? formTypesOf(definition.fields, vocabulary).form : formTypesOf([], vocabulary).form;
  return {
    ...(definition ? RECORD_COLUMNS : {}),
    ...formTypes,
    ...Object.fromEntries(
      Object.entries(prefixes).map(([name, prefixFields]) => [name, typeOfPrefix(prefixFields, vocabulary)]),
    ),
  };
}

const baseTypesCache = new WeakMap<EffectNames, ExpressionTypes>();

/** Parses and checks an expression whose names may go through relations. The `path` of each problem is []. */
export function parseEffectExpression(text: string, names: EffectNames, expected: ValueType = 'dyn'): ParsedExpression {
  const typesWithoutPaths = baseTypesCache.get(names) ?? baseTypes(names);
  baseTypesCache.set(names, typesWithoutPaths);
  const paths = new Map<string, RelationPath>();
  const missingProblems: Problem[] = [];
  const flatText = text.replace(
    LITERAL_OR_CHAIN,
    (all: string, literal: string | undefined, chain: string, offset: number) => {
      if (literal !== undefined) return all;
      const isCall = /^\s*\(/.test(text.slice(offset + all.length));
      const parts = chain.split('.');
      const method = isCall ? `.${parts.pop()}` : '';
      const pathStart = splitPrefix(parts, names);
      if (pathStart.parts.length < 2 || !isSingleRelation(pathStart.fields.get(pathStart.parts[0] ?? ''))) return all;
      const written = parts.join('.');
      const path = resolveNamePath(written, names);
      if (!path) {
        missingProblems.push(problem('DOC_EXPRESSION_NAME', [], { name: written }));
        return all;
      }
      const identifier = parts.join('$$');
      paths.set(identifier, path);
      return identifier + method;
    },
  );
  const types: ExpressionTypes =
    paths.size === 0
      ? typesWithoutPaths
      : {
          ...typesWithoutPaths,
          ...Object.fromEntries([...paths].map(([identifier, { end }]) => [identifier, end.type])),
        };
  return {
    text: flatText,
    types,
    paths,
    problems: missingProblems.length > 0 ? missingProblems : checkExpression(flatText, types, expected),
  };
}

/**
 * Compiles the result of `parseEffectExpression`. The compiled function calls `read` with names of the form, prefixes
 * and identifiers of paths.
 */
export const compileEffectExpression = ({ text, types }: ParsedExpression): ((read: ReadName) => unknown) =>
  compileExpression(text, types);

const PLACEHOLDER = /\$\{\s*([^}\s]+)\s*\}/g;

/** Returns the names of the placeholders (`${…}`) in a text. */
export const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map((match) => match[1] as string);

/** Replaces each placeholder by its text. */
export const replacePlaceholders = (text: string, textOf: (name: string) => string): string =>
  text.replace(PLACEHOLDER, (_all, name: string) => textOf(name));

/** Returns the names that a prefix for a row with these columns gives access to. */
export const rowPrefixFields = (fields: ReadonlyMap<string, FieldNode>): PrefixFields => ({ fields, isRecord: false });

/** Returns the names that a prefix for a record of this form gives access to. */
export const recordPrefixFields = (definition: FormDefinition): PrefixFields => ({
  fields: fieldsOf(definition),
  isRecord: true,
});
