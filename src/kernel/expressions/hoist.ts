import { isAst, type Ast } from './ast.ts';
import { fromEngineName } from './names.ts';
import { isRecordType, isRowsType, type ExpressionTypes } from './types.ts';

/** What a part reads: a name of the scope, or a member of one of its groups (`form.x`). */
export interface Input {
  name: string;
  member: string | null;
}

/** A part of an expression that comes to the same each time, for as long as what it reads stays. */
export interface Part {
  node: Ast;
  inputs: readonly Input[];
  /** The rows it goes through: one of `inputs`. */ rows: Input;
}

interface Found {
  /** Nothing in it changes from one evaluation to the next but its inputs. */
  isFixed: boolean;
  /** Variables of loops around it that it reads. */
  vars: ReadonlySet<string>;
  inputs: ReadonlyMap<string, Input>;
}

const LOOPS: ReadonlySet<string> = new Set(['map', 'filter', 'all', 'exists', 'exists_one']);
const NO_VARS: ReadonlySet<string> = new Set();
const NO_INPUTS: ReadonlyMap<string, Input> = new Map();
const FIXED: Found = { isFixed: true, vars: NO_VARS, inputs: NO_INPUTS };
const LOOSE: Found = { isFixed: false, vars: NO_VARS, inputs: NO_INPUTS };

/** A name or a member of a group: read, not evaluated. */
const isPlain = ({ op, args }: Ast): boolean =>
  op === 'id' || op === 'value' || ((op === '.' || op === '[]') && (args as [Ast])[0].op === 'id');

/**
 * Parts worth evaluating once: those that go through rows and would be evaluated again and again with the same
 * answer, in a loop or, where `own` names what is another one in each row, for every row. Nested ones included. To be
 * asked of the text as parsed.
 */
export function fixedParts(root: Ast, types: ExpressionTypes, own: ReadonlySet<string> | null): Part[] {
  const parts: Part[] = [];
  const typeOf = ({ name, member }: Input) => {
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    if (member === null || type === undefined) return type;
    return isRecordType(type) && Object.hasOwn(type.fields, member) ? type.fields[member] : undefined;
  };
  const input = (name: string, member: string | null): Found => {
    const one = { name, member };
    const type = typeOf(one);
    // of a group only the members that are named can be watched
    if (type === undefined || (typeof type === 'object' && isRecordType(type)) || own?.has(name)) return LOOSE;
    return { isFixed: true, vars: NO_VARS, inputs: new Map([[`${name}.${member ?? ''}`, one]]) };
  };
  const keep = (node: unknown, { isFixed, vars, inputs }: Found): void => {
    if (!isFixed || vars.size > 0 || !isAst(node) || isPlain(node)) return;
    const all = [...inputs.values()];
    const rows = all.find((one) => {
      const type = typeOf(one);
      return typeof type === 'object' && isRowsType(type);
    });
    if (rows) parts.push({ node, inputs: all, rows });
  };
  const together = (children: readonly Found[]): Found => ({
    isFixed: children.every(({ isFixed }) => isFixed),
    vars: new Set(children.flatMap(({ vars }) => [...vars])),
    inputs: new Map(children.flatMap(({ inputs }) => [...inputs])),
  });
  /** A whole of these children; where it is not fixed itself, those of them that are may be kept. */
  const whole = (nodes: readonly unknown[], found: readonly Found[], isRepeated: boolean): Found => {
    const all = together(found);
    if (isRepeated && (!all.isFixed || all.vars.size > 0)) found.forEach((one, index) => keep(nodes[index], one));
    return all;
  };
  const over = (nodes: readonly unknown[], bound: readonly string[], isRepeated: boolean): Found =>
    whole(
      nodes,
      nodes.map((node) => visit(node, bound, isRepeated)),
      isRepeated,
    );

  const visitMethod = (
    [method, receiver, rest]: [string, Ast, Ast[]],
    bound: readonly string[],
    isRepeated: boolean,
  ): Found => {
    const isBind = method === 'bind' && receiver.op === 'id' && receiver.args === 'cel';
    if ((!isBind && !LOOPS.has(method)) || rest[0]?.op !== 'id')
      return over(isBind ? rest : [receiver, ...rest], bound, isRepeated);
    const name = String(rest[0].args);
    const outside = isBind ? rest.slice(1, 2) : [receiver];
    const inside = rest.slice(isBind ? 2 : 1);
    const before = outside.map((node) => visit(node, bound, isRepeated));
    const body = inside.map((node) => visit(node, [...bound, name], isRepeated || !isBind));
    // what goes round with the loop and reads nothing of it
    if (!isBind)
      inside.forEach((node, index) => {
        if (body[index]) keep(node, body[index]);
      });
    const round = together(body);
    const closed: Found = { ...round, vars: new Set([...round.vars].filter((one) => one !== name)) };
    return whole([...outside, ...inside.map(() => null)], [...before, ...inside.map(() => closed)], isRepeated);
  };

  function visit(node: unknown, bound: readonly string[], isRepeated: boolean): Found {
    if (Array.isArray(node)) return over(node, bound, isRepeated);
    if (!isAst(node) || node.op === 'value') return FIXED;
    if (node.op === 'id') {
      const name = String(node.args);
      return bound.includes(name)
        ? { isFixed: true, vars: new Set([name]), inputs: NO_INPUTS }
        : input(fromEngineName(name), null);
    }
    if (node.op === 'rcall') return visitMethod(node.args as [string, Ast, Ast[]], bound, isRepeated);
    if (node.op === '.' || node.op === '[]') {
      const [left, right] = node.args as [Ast, unknown];
      const member =
        typeof right === 'string'
          ? right
          : isAst(right) && right.op === 'value' && typeof right.args === 'string'
            ? right.args
            : null;
      const group = left.op === 'id' && !bound.includes(String(left.args)) ? fromEngineName(String(left.args)) : null;
      const type = group === null || !Object.hasOwn(types, group) ? undefined : types[group];
      if (group !== null && member !== null && typeof type === 'object' && isRecordType(type))
        return own?.has(group) ? LOOSE : input(group, fromEngineName(member));
      return over(typeof right === 'string' ? [left] : [left, right], bound, isRepeated);
    }
    if (node.op === 'call') {
      const [name, args] = node.args as [string, unknown[]];
      const found = over(args, bound, isRepeated);
      // the clock goes on
      return name === 'today' ? LOOSE : found;
    }
    return typeof node.args === 'object'
      ? over(Array.isArray(node.args) ? node.args : [node.args], bound, isRepeated)
      : LOOSE;
  }

  const all = visit(root, [], own !== null);
  if (own !== null) keep(root, all);
  return parts;
}
