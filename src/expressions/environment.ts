import { Environment, type ASTNode } from '@marcbachmann/cel-js';
import { chargeWork, currentWorkRun } from '../domain/workBudget.ts';
import { adaptTree, CHARGE_FUNCTION, type Ast } from './ast.ts';
import { coerce, fromResult, isEmptyValue } from './coerce.ts';
import { registerFunctions } from './functions.ts';
import { fixedParts, type Input } from './fixedParts.ts';
import { EMPTY_SUFFIX, namesWritten, toEngineName, toEngineText } from './names.ts';
import { cachePart } from './cachePart.ts';
import { readsOf, type Reads } from './reads.ts';
import { isObjectType, isRowsType, type ExpressionType, type ExpressionTypes, type ReadName } from './types.ts';

/** Limits of one expression: far above what authors write, and low enough to bound its cost. */
const LIMITS = { maxAstNodes: 2000, maxDepth: 60, maxListElements: 500, maxMapEntries: 100, maxCallArguments: 16 };

/** Number of characters of a text joined with `+` that count as one item of work. */
const CHARACTERS_PER_ITEM = 16;

const baseEnvironment = new Environment({ limits: LIMITS });
registerFunctions(baseEnvironment);
baseEnvironment.registerFunction(
  `${CHARGE_FUNCTION}(A): A`,
  ((value: unknown) => {
    if (Array.isArray(value)) chargeWork(value.length);
    else if (typeof value === 'string') chargeWork(value.length / CHARACTERS_PER_ITEM);
    return value;
  }) as never,
  { async: false } as never,
);

/** Parses an expression to its syntax tree, with names in the engine's spelling. Throws the engine's ParseError. */
export const parseTree = (text: string): Ast => baseEnvironment.parse(toEngineText(text)).ast as unknown as Ast;

/** Wraps a node in a call of `CHARGE_FUNCTION`, which charges the length of its value to the work budget. */
function withCharge(node: Ast): Ast {
  const call = baseEnvironment.parse(`${CHARGE_FUNCTION}([])`).ast as unknown as Ast;
  call.args = [CHARGE_FUNCTION, [node]];
  return call;
}

type Converter = (value: unknown) => unknown;

/** A parsed expression. */
export interface Parsed {
  reads: Reads;
  /** Checks names and types with the engine. `type`: the engine's name of the result type. */
  check(): { valid: boolean; type?: string; error?: unknown };
  /** Returns the result of the expression. `read`: returns the raw value of a name. */
  evaluate(read: ReadName): unknown;
}

/**
 * An environment for one set of types. `parse` throws the engine's ParseError; exceptions of `check` and `evaluate`
 * must be handled by the callers.
 */
export interface TypedEnvironment {
  /**
   * Parses an expression. `rowNames` decides which parts cache their results (`fixedParts`). A set: the expression is
   * evaluated for many rows, and the values of these names differ from row to row. Null: the expression is evaluated
   * once per change, and only parts within loops cache their results. 'uncached': no part does.
   */
  parse(text: string, rowNames: ReadonlySet<string> | null | 'uncached'): Parsed;
}

/**
 * Creates a class that reads each member from the raw value on access, so that reactive callers only track members that
 * are read. Each member has a second one with `EMPTY_SUFFIX`: whether its raw value is empty. `unwrap`: returns the
 * object that contains the members; `converters`: by member.
 */
function memberClass(
  fields: Readonly<Record<string, ExpressionType>>,
  converters: ReadonlyMap<string, Converter>,
  unwrap: Converter,
): new (raw: unknown) => object {
  class Members {
    readonly #raw: Readonly<Record<string, unknown>>;
    constructor(raw: unknown) {
      this.#raw = (unwrap(raw) ?? {}) as Readonly<Record<string, unknown>>;
    }
    rawValue(key: string): unknown {
      return Object.hasOwn(this.#raw, key) ? this.#raw[key] : undefined;
    }
  }
  for (const key of Object.keys(fields)) {
    const convert = converters.get(key) as Converter;
    Object.defineProperty(Members.prototype, toEngineName(key), {
      get(this: Members) {
        return convert(this.rawValue(key));
      },
    });
    Object.defineProperty(Members.prototype, toEngineName(key) + EMPTY_SUFFIX, {
      get(this: Members) {
        return isEmptyValue(this.rawValue(key));
      },
    });
  }
  return Members;
}

/** Returns the values of a row (`fieldsMap`); a value that is not a `Row` is returned unchanged. */
const unwrapRow: Converter = (row) =>
  typeof row === 'object' && row !== null && 'fieldsMap' in row ? row.fieldsMap : row;

/**
 * Returns a function that converts lists of rows for the engine, each row with `makeRow`. Its results are cached by
 * list, since every change of a row creates a new list. The length of a list is charged to the work budget, once per
 * run.
 */
function rowsReader(makeRow: Converter): Converter {
  const cache = new WeakMap<readonly unknown[], { rows: unknown[]; run: number }>();
  return (list) => {
    if (!Array.isArray(list)) return [];
    const cached = cache.get(list);
    if (cached?.run !== currentWorkRun()) chargeWork(list.length);
    const rows = cached?.rows ?? list.map(makeRow);
    cache.set(list, { rows, run: currentWorkRun() });
    return rows;
  };
}

/** Returns the raw value of an input: the value of its name or, with `member`, of this member of the value. */
function readInput(read: ReadName, { name, member }: Input): unknown {
  const value = read(name);
  if (member === null) return value;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, member)
    ? (value as Record<string, unknown>)[member]
    : undefined;
}

function createTyped(types: ExpressionTypes): TypedEnvironment {
  const env = baseEnvironment.clone();
  const converters = new Map<string, Converter>();
  const knownNames = new Set<string>();
  let classCount = 0;

  /** Registers a type if it needs a class. Returns the engine's name of the type and the conversion of raw values. */
  const declareType = (type: ExpressionType): { name: string; convert: Converter } => {
    if (typeof type === 'string') return { name: type, convert: (value) => coerce(value, type) };
    const fields = isObjectType(type) ? type.fields : type.rows;
    const members = Object.keys(fields).map((key) => ({ key, ...declareType(fields[key] as ExpressionType) }));
    for (const { key } of members) knownNames.add(toEngineName(key));
    const name = `Members${(classCount += 1)}`;
    const ctor = memberClass(
      fields,
      new Map(members.map(({ key, convert }) => [key, convert])),
      isRowsType(type) ? unwrapRow : (raw) => raw,
    );
    const declaredFields = Object.fromEntries(
      members.flatMap((member) => [
        [toEngineName(member.key), member.name],
        [toEngineName(member.key) + EMPTY_SUFFIX, 'bool'],
      ]),
    );
    env.registerType(name, { ctor, fields: declaredFields } as never);
    if (!isRowsType(type)) return { name, convert: (raw) => new ctor(raw) };
    return { name: `list<${name}>`, convert: rowsReader((row) => new ctor(row)) };
  };

  /**
   * Declares the names in a text that are not declared yet: a form may have 500 fields, but few expressions use them.
   */
  const declareNames = (text: string): void => {
    for (const key of namesWritten(text)) {
      const type = Object.hasOwn(types, key) ? types[key] : undefined;
      if (type === undefined || converters.has(key)) continue;
      const { name, convert } = declareType(type);
      env.registerVariable(toEngineName(key), name);
      env.registerVariable(toEngineName(key) + EMPTY_SUFFIX, 'bool');
      converters.set(key, convert);
      knownNames.add(toEngineName(key));
    }
  };

  return {
    parse(text, rowNames) {
      declareNames(text);
      const parsed = env.parse(toEngineText(text));
      const reads = readsOf(parsed.ast as unknown as Ast);
      const partsToCache = rowNames === 'uncached' ? [] : fixedParts(parsed.ast as unknown as Ast, types, rowNames);
      adaptTree(parsed.ast as ASTNode, { isKnown: (name) => knownNames.has(name), withCharge });
      let currentRead: ReadName = () => undefined;
      for (const part of partsToCache) cachePart(part, (input) => readInput(currentRead, input));
      const names = reads.names.filter((name) => converters.has(name));
      return {
        reads,
        check: () => parsed.check(),
        evaluate(read) {
          currentRead = read;
          const scope: Record<string, unknown> = {};
          for (const name of names) {
            const raw = read(name);
            scope[toEngineName(name)] = (converters.get(name) as Converter)(raw);
            scope[toEngineName(name) + EMPTY_SUFFIX] = isEmptyValue(raw);
          }
          return fromResult(parsed(scope));
        },
      };
    },
  };
}

const environments = new WeakMap<ExpressionTypes, TypedEnvironment>();

/** Returns the environment of a types object; cached by identity. */
export function environmentOf(types: ExpressionTypes): TypedEnvironment {
  const cached = environments.get(types) ?? createTyped(types);
  environments.set(types, cached);
  return cached;
}
