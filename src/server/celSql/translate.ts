import { sql, type RawBuilder } from 'kysely';
import { type Problem, problem } from '../../domain/problem/index.ts';
import {
  isAst,
  type Ast,
  parseTree,
  checkExpression,
  fromEngineName,
  type ExpressionTypes,
  type ValueType,
} from '../../expressions/index.ts';
import { compare, type Comparison } from './comparison.ts';
import { SQL_FUNCTIONS, SQL_METHODS } from './functions.ts';
import {
  asText,
  boolConstant,
  withoutNull,
  listConstant,
  numberConstant,
  textConstant,
  type SqlValue,
} from './sqlValue.ts';
import { Untranslatable } from './untranslatable.ts';

/** The rows of a sub-table: their from-clause, and the scope of one row. */
export interface SqlRows {
  from: RawBuilder<unknown>;
  row: SqlScope;
}

/** Translates the names of an expression to SQL. */
export interface SqlScope {
  /** The day of the request, `YYYY-MM-DD`; the clock of the database is never read. */
  today: string;
  /** Returns the value of `name` or `name.member…`; null: the name is unknown. */
  read(path: readonly string[]): SqlValue | null;
  /** Returns the rows of the sub-table with this name; null or absent: there is no such sub-table. */
  rows?(path: readonly string[]): SqlRows | null;
}

export type SqlResult = { ok: true; value: SqlValue } | { ok: false; problems: readonly Problem[] };

const COMPARISON_OPERATORS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
const ARITHMETIC_OPERATORS: ReadonlySet<string> = new Set(['-', '*', '/', '%']);
const LOOP_METHODS: ReadonlySet<string> = new Set(['exists', 'all', 'filter', 'map']);

/** Returns `a.b["c"]` as `['a', 'b', 'c']`; null for any other shape. */
export function pathOf(node: Ast): string[] | null {
  if (node.op === 'id') return [fromEngineName(String(node.args))];
  if (node.op !== '.' && node.op !== '[]') return null;
  const [left, right] = node.args as [Ast, unknown];
  const start = pathOf(left);
  const member = typeof right === 'string' ? fromEngineName(right) : textLiteral(right);
  return start && member !== null ? [...start, member] : null;
}

/** Returns the text of a node that is a text literal; null for any other node. */
const textLiteral = (node: unknown): string | null =>
  isAst(node) && node.op === 'value' && typeof node.args === 'string' ? node.args : null;

function literalValue(value: unknown): SqlValue {
  if (typeof value === 'string') return textConstant(value);
  if (typeof value === 'boolean') return boolConstant(value);
  if (typeof value === 'number' || typeof value === 'bigint') return numberConstant(Number(value));
  throw new Untranslatable('此处的值不能在查询中使用');
}

/** Returns the scope within a loop over rows: `name` is the row, all other names belong to the outer scope. */
function rowScope(outer: SqlScope, name: string, row: SqlScope): SqlScope {
  return {
    today: outer.today,
    read: (path) => (path[0] === name ? row.read(path.slice(1)) : outer.read(path)),
    rows: (path) => outer.rows?.(path) ?? null,
  };
}

/** A loop over the rows of a sub-table. */
interface Loop {
  from: RawBuilder<unknown>;
  scope: SqlScope;
  /** The conditions of the filters that were applied to the rows. */
  where: readonly RawBuilder<unknown>[];
}

/**
 * Returns the loop over rows that an expression part describes: `items`, `items.filter(r, r.amount > 5)`. Null if the
 * part is no sub-table. `rowName`: the name of the row in the loop.
 */
function loopOver(node: Ast, rowName: string, scope: SqlScope): Loop | null {
  if (node.op === 'rcall') {
    const [method, receiver, args] = node.args as [string, Ast, Ast[]];
    if (method !== 'filter') return null;
    const name = String(args[0]?.args);
    const unfilteredLoop = loopOver(receiver, name, scope);
    if (!unfilteredLoop) return null;
    const condition = withoutNull(visit(args[1] as Ast, unfilteredLoop.scope));
    // the same rows again, under the name that the caller uses
    const loop = loopOver(receiver, rowName, scope) as Loop;
    return { ...loop, where: [...unfilteredLoop.where, condition] };
  }
  const path = pathOf(node);
  const rows = path ? scope.rows?.(path) : null;
  return rows ? { from: rows.from, scope: rowScope(scope, rowName, rows.row), where: [] } : null;
}

const whereClause = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql` where ${sql.join([...conditions], sql` and `)}`;

function visitMethod(node: Ast, scope: SqlScope): SqlValue {
  const [method, receiver, args] = node.args as [string, Ast, Ast[]];
  if (LOOP_METHODS.has(method)) {
    const loop = loopOver(receiver, String(args[0]?.args), scope);
    if (!loop || method === 'filter' || method === 'map')
      throw new Untranslatable(`“${method}”在查询中只能用于子表的行，并且要统计成一个值`);
    const condition = withoutNull(visit(args[1] as Ast, loop.scope));
    const isAll = method === 'all';
    const matchingRowExists = sql`exists (select 1 from ${loop.from}${whereClause([...loop.where, isAll ? sql`not ${condition}` : condition])})`;
    return {
      kind: 'bool',
      isNeverNull: true,
      sql: isAll ? sql`(not ${matchingRowExists})` : sql`(${matchingRowExists})`,
    };
  }
  const translateMethod = Object.hasOwn(SQL_METHODS, method) ? SQL_METHODS[method] : undefined;
  if (!translateMethod) throw new Untranslatable(`“${method}”不能在查询中使用`);
  if (method === 'size') return visitCall('size', [receiver], scope);
  return translateMethod([visit(receiver, scope), ...args.map((arg) => visit(arg, scope))], scope.today);
}

/**
 * Translates an aggregate over the rows of a sub-table, such as `sum(items.map(r, r.amount))` or `size(items)`; null
 * for any other call.
 */
function visitAggregate(name: string, argument: Ast | undefined, scope: SqlScope): SqlValue | null {
  if (!argument) return null;
  if (name === 'size') {
    const loop = loopOver(argument, '', scope);
    return (
      loop && {
        kind: 'number',
        isNeverNull: true,
        sql: sql`(select count(*) from ${loop.from}${whereClause(loop.where)})::numeric`,
      }
    );
  }
  if (!['sum', 'avg', 'min', 'max'].includes(name) || argument.op !== 'rcall') return null;
  const [method, receiver, args] = argument.args as [string, Ast, Ast[]];
  const loop = method === 'map' ? loopOver(receiver, String(args[0]?.args), scope) : null;
  if (!loop) return null;
  const value = visit(args[1] as Ast, loop.scope);
  if (value.kind !== 'number') throw new Untranslatable(`“${name}”只能统计数字列`);
  return {
    kind: 'number',
    isNeverNull: true,
    sql: sql`coalesce((select ${sql.raw(name)}(${value.sql}) from ${loop.from}${whereClause(loop.where)}), 0)`,
  };
}

function visitCall(name: string, args: readonly Ast[], scope: SqlScope): SqlValue {
  const aggregate = visitAggregate(name, args[0], scope);
  if (aggregate) return aggregate;
  const translateCall = Object.hasOwn(SQL_FUNCTIONS, name) ? SQL_FUNCTIONS[name] : undefined;
  if (!translateCall) throw new Untranslatable(`函数“${name}”不能在查询中使用`);
  return translateCall(
    args.map((arg) => visit(arg, scope)),
    scope.today,
  );
}

/** Translates `left + right`: a sum of numbers, else a concatenation of texts. */
function visitPlus(left: SqlValue, right: SqlValue): SqlValue {
  if (left.kind === 'number' && right.kind === 'number')
    return { kind: 'number', isNeverNull: true, sql: sql`(${withoutNull(left)} + ${withoutNull(right)})` };
  if (left.kind === 'list' || right.kind === 'list') throw new Untranslatable('列表不能在查询中相加');
  return { kind: 'text', isNeverNull: true, sql: sql`(${asText(left)} || ${asText(right)})` };
}

function visitIn(item: SqlValue, list: SqlValue): SqlValue {
  if (list.kind !== 'list') throw new Untranslatable('“in”的右边应为列表');
  const values = list.constant;
  if (item.kind === 'text' && Array.isArray(values) && !(values as readonly string[]).includes(''))
    return { kind: 'bool', sql: sql`(${item.sql} = any(${list.sql}))` };
  return { kind: 'bool', isNeverNull: true, sql: sql`(${asText(item)} = any(${withoutNull(list)}))` };
}

function visitList(items: readonly Ast[], scope: SqlScope): SqlValue {
  const values = items.map((item) => visit(item, scope));
  if (values.every(({ constant }) => constant !== undefined))
    return listConstant(values.map(({ constant }) => String(constant)));
  return { kind: 'list', isNeverNull: true, sql: sql`array[${sql.join(values.map(asText))}]::text[]` };
}

/** Translates `condition ? yes : no`. */
function visitConditional([condition, yes, no]: [SqlValue, SqlValue, SqlValue]): SqlValue {
  // the checked types are the same, so different kinds can only be a text and a date: both become texts
  const hasTwoKinds = yes.kind !== no.kind;
  const [yesSql, noSql] = hasTwoKinds ? [asText(yes), asText(no)] : [yes.sql, no.sql];
  return {
    kind: hasTwoKinds ? 'text' : yes.kind,
    sql: sql`(case when ${condition.sql} then ${yesSql} else ${noSql} end)`,
  };
}

/** Translates one node of a checked expression. Throws Untranslatable. */
export function visit(node: Ast, scope: SqlScope): SqlValue {
  const path = pathOf(node);
  if (path) {
    const value = scope.read(path);
    if (!value) throw new Untranslatable(`“${path.join('.')}”不能在查询中使用`);
    return value;
  }
  if (node.op === 'value') return literalValue(node.args);
  if (node.op === 'rcall') return visitMethod(node, scope);
  if (node.op === 'call') {
    const [name, args] = node.args as [string, Ast[]];
    return visitCall(name, args, scope);
  }
  if (node.op === 'list') return visitList(node.args as Ast[], scope);
  if (node.op === '!_')
    return { kind: 'bool', isNeverNull: true, sql: sql`(not ${withoutNull(visit(node.args as Ast, scope))})` };
  if (node.op === '-_') {
    const value = visit(node.args as Ast, scope);
    if (typeof value.constant === 'number') return numberConstant(-value.constant);
    return { kind: 'number', isNeverNull: true, sql: sql`(- ${withoutNull(value)})` };
  }
  // all other operators have only nodes as arguments. Not translated: a map literal, whose arguments are pairs, and a
  // member of a computed value, whose second argument is a name
  if (!Array.isArray(node.args) || !node.args.every(isAst)) throw new Untranslatable('此写法不能在查询中使用');
  const operands = node.args.map((part) => visit(part, scope));
  const [left, right] = operands as [SqlValue, SqlValue];
  if (node.op === '&&') return { kind: 'bool', sql: sql`(${left.sql} and ${right.sql})` };
  if (node.op === '||') return { kind: 'bool', sql: sql`(${left.sql} or ${right.sql})` };
  if (COMPARISON_OPERATORS.has(node.op)) return compare(left, node.op as Comparison, right);
  if (node.op === '+') return visitPlus(left, right);
  if (node.op === 'in') return visitIn(left, right);
  if (node.op === '?:') return visitConditional(operands as [SqlValue, SqlValue, SqlValue]);
  if (ARITHMETIC_OPERATORS.has(node.op)) {
    // a division by zero gives null
    const divisor = node.op === '/' || node.op === '%' ? sql`nullif(${withoutNull(right)}, 0)` : withoutNull(right);
    return { kind: 'number', sql: sql`(${withoutNull(left)} ${sql.raw(node.op)} ${divisor})` };
  }
  throw new Untranslatable('此写法不能在查询中使用');
}

/**
 * Translates an expression into SQL for PostgreSQL. The expression is checked against `types` first, so that the
 * translation may rely on them; `scope` translates its names. Every constant is a bound parameter.
 *
 * Returns the value, or problems with empty paths (the caller prepends the schema path of the text): DOC_EXPRESSION,
 * DOC_EXPRESSION_NAME, or DOC_EXPRESSION_SQL for a valid expression that SQL cannot express. A null in the result means
 * the empty value of its kind: a condition that is null does not hold.
 */
export function translate(
  text: string,
  types: ExpressionTypes,
  scope: SqlScope,
  expected: ValueType = 'dyn',
): SqlResult {
  const problems = checkExpression(text, types, expected);
  if (problems.length > 0) return { ok: false, problems };
  try {
    return { ok: true, value: visit(parseTree(text), scope) };
  } catch (error) {
    if (!(error instanceof Untranslatable)) throw error;
    return { ok: false, problems: [problem('DOC_EXPRESSION_SQL', [], { detail: error.detail })] };
  }
}
