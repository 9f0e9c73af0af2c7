import { Environment, type ASTNode } from '@marcbachmann/cel-js';
import { adapt, CHARGED, type Ast } from './ast.ts';
import { coerce, fromResult, isEmptyValue } from './coerce.ts';
import { registerFunctions } from './functions.ts';
import { fixedParts, type Input } from './hoist.ts';
import { EMPTY_SUFFIX, namesWritten, toEngineName, toEngineText } from './names.ts';
import { evaluateOnce } from './once.ts';
import { readsOf, type Reads } from './reads.ts';
import { isRecordType, isRowsType, type ExpressionType, type ExpressionTypes, type ReadName } from './types.ts';
import { charge, workTurn } from '../../domain/workBudget.ts';

/** Bounds of one expression; far above what an author writes, far below what hurts. */
const LIMITS = { maxAstNodes: 2000, maxDepth: 60, maxListElements: 500, maxMapEntries: 100, maxCallArguments: 16 };

/** Characters of a joined text that count as one item. */
const TEXT = 16;

const base = new Environment({ limits: LIMITS });
registerFunctions(base);
base.registerFunction(
  `${CHARGED}(A): A`,
  ((value: unknown) => {
    if (Array.isArray(value)) charge(value.length);
    else if (typeof value === 'string') charge(value.length / TEXT);
    return value;
  }) as never,
  { async: false } as never,
);

/** Parses an expression to its syntax tree, names in the engine's spelling; throws the engine's ParseError. */
export const parseTree = (text: string): Ast => base.parse(toEngineText(text)).ast as unknown as Ast;

function chargedList(list: Ast): Ast {
  const call = base.parse(`${CHARGED}([])`).ast as unknown as Ast;
  call.args = [CHARGED, [list]];
  return call;
}

type Convert = (value: unknown) => unknown;

export interface Parsed {
  reads: Reads;
  /** The engine's judgement of names and types. */
  check(): { valid: boolean; type?: string; error?: unknown };
  evaluate(read: ReadName): unknown;
}

/** Parses for one set of types. Throws the engine's ParseError; `check` and `evaluate` are for the callers to guard. */
export interface TypedEnvironment {
  /** `own`: names of the row, where it is evaluated for one row after another. 'plainly' evaluates every part each time. */
  parse(text: string, own: ReadonlySet<string> | null | 'plainly'): Parsed;
}

/** A class whose members are read from the raw value when they are asked for, so that only those are tracked. */
function memberClass(
  fields: Readonly<Record<string, ExpressionType>>,
  converts: ReadonlyMap<string, Convert>,
  unwrap: Convert,
): new (raw: unknown) => object {
  class Members {
    readonly #raw: Readonly<Record<string, unknown>>;
    constructor(raw: unknown) {
      this.#raw = (unwrap(raw) ?? {}) as Readonly<Record<string, unknown>>;
    }
    stored(key: string): unknown {
      return Object.hasOwn(this.#raw, key) ? this.#raw[key] : undefined;
    }
  }
  for (const key of Object.keys(fields)) {
    const convert = converts.get(key) as Convert;
    Object.defineProperty(Members.prototype, toEngineName(key), {
      get(this: Members) {
        return convert(this.stored(key));
      },
    });
    Object.defineProperty(Members.prototype, toEngineName(key) + EMPTY_SUFFIX, {
      get(this: Members) {
        return isEmptyValue(this.stored(key));
      },
    });
  }
  return Members;
}

/** A Row is read through its fieldsMap. */
const unwrapRow: Convert = (row) =>
  typeof row === 'object' && row !== null && 'fieldsMap' in row ? row.fieldsMap : row;

/** A list of rows as the engine reads it, made once for each list: whoever changes a row makes a new one. Each stretch of work counts it once. */
function rowsReader(make: Convert): Convert {
  const known = new WeakMap<readonly unknown[], { rows: unknown[]; turn: number }>();
  return (list) => {
    if (!Array.isArray(list)) return [];
    const kept = known.get(list);
    if (kept?.turn !== workTurn()) charge(list.length);
    const rows = kept?.rows ?? list.map(make);
    known.set(list, { rows, turn: workTurn() });
    return rows;
  };
}

/** The raw value of what a part reads. */
function readInput(read: ReadName, { name, member }: Input): unknown {
  const value = read(name);
  if (member === null) return value;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, member)
    ? (value as Record<string, unknown>)[member]
    : undefined;
}

function createTyped(types: ExpressionTypes): TypedEnvironment {
  const env = base.clone();
  const converts = new Map<string, Convert>();
  const known = new Set<string>();
  let classes = 0;

  /** Registers a type where it needs a class; answers the engine's name for it and the conversion of raw values. */
  const declare = (type: ExpressionType): { name: string; convert: Convert } => {
    if (typeof type === 'string') return { name: type, convert: (value) => coerce(value, type) };
    const fields = isRecordType(type) ? type.fields : type.rows;
    const members = Object.keys(fields).map((key) => ({ key, ...declare(fields[key] as ExpressionType) }));
    for (const { key } of members) known.add(toEngineName(key));
    const name = `Members${(classes += 1)}`;
    const ctor = memberClass(
      fields,
      new Map(members.map(({ key, convert }) => [key, convert])),
      isRowsType(type) ? unwrapRow : (raw) => raw,
    );
    const declared = Object.fromEntries(
      members.flatMap((member) => [
        [toEngineName(member.key), member.name],
        [toEngineName(member.key) + EMPTY_SUFFIX, 'bool'],
      ]),
    );
    env.registerType(name, { ctor, fields: declared } as never);
    if (!isRowsType(type)) return { name, convert: (raw) => new ctor(raw) };
    return { name: `list<${name}>`, convert: rowsReader((row) => new ctor(row)) };
  };

  /** Names are declared when a text first uses them: a form of 500 fields has few expressions. */
  const declareNames = (text: string): void => {
    for (const key of namesWritten(text)) {
      const type = Object.hasOwn(types, key) ? types[key] : undefined;
      if (type === undefined || converts.has(key)) continue;
      const { name, convert } = declare(type);
      env.registerVariable(toEngineName(key), name);
      env.registerVariable(toEngineName(key) + EMPTY_SUFFIX, 'bool');
      converts.set(key, convert);
      known.add(toEngineName(key));
    }
  };

  return {
    parse(text, own) {
      declareNames(text);
      const parsed = env.parse(toEngineText(text));
      const reads = readsOf(parsed.ast as unknown as Ast);
      const parts = own === 'plainly' ? [] : fixedParts(parsed.ast as unknown as Ast, types, own);
      adapt(parsed.ast as ASTNode, { isKnown: (name) => known.has(name), charged: chargedList });
      let reading: ReadName = () => undefined;
      for (const part of parts) evaluateOnce(part, (input) => readInput(reading, input));
      const names = reads.names.filter((name) => converts.has(name));
      return {
        reads,
        check: () => parsed.check(),
        evaluate(read) {
          reading = read;
          const scope: Record<string, unknown> = {};
          for (const name of names) {
            const raw = read(name);
            scope[toEngineName(name)] = (converts.get(name) as Convert)(raw);
            scope[toEngineName(name) + EMPTY_SUFFIX] = isEmptyValue(raw);
          }
          return fromResult(parsed(scope));
        },
      };
    },
  };
}

const environments = new WeakMap<ExpressionTypes, TypedEnvironment>();

/** One environment per types object. */
export function environmentOf(types: ExpressionTypes): TypedEnvironment {
  const known = environments.get(types) ?? createTyped(types);
  environments.set(types, known);
  return known;
}
