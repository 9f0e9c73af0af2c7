import { isAst, literalText, type Ast } from './ast.ts';
import { DATE_FUNCTIONS } from './functions.ts';
import { fromEngineName } from './names.ts';
import { isObjectType, isRowsType, type ExpressionTypes } from './types.ts';

/** An input of a part of an expression: a name of the scope, or a member of a record such as `form.x`. */
export interface Input {
  name: string;
  member: string | null;
}

/** A part of an expression whose result stays the same as long as its inputs stay the same. */
export interface Part {
  node: Ast;
  inputs: readonly Input[];
  /** The list of rows over which the part iterates: one of `inputs`. */
  rows: Input;
}

interface PartInfo {
  /** True if the result depends on nothing but `inputs` and `variables`. */
  isFixed: boolean;
  /** Variables of enclosing loops and of `cel.bind` that the part reads. */
  variables: ReadonlySet<string>;
  inputs: ReadonlyMap<string, Input>;
}

const LOOPS: ReadonlySet<string> = new Set(['map', 'filter', 'all', 'exists', 'exists_one']);
const NO_VARIABLES: ReadonlySet<string> = new Set();
const NO_INPUTS: ReadonlyMap<string, Input> = new Map();
const FIXED_PART: PartInfo = { isFixed: true, variables: NO_VARIABLES, inputs: NO_INPUTS };
const VARYING_PART: PartInfo = { isFixed: false, variables: NO_VARIABLES, inputs: NO_INPUTS };

/** Returns true if the node is only a name, a literal or a member of a name, which needs no evaluation. */
const isPlain = ({ op, args }: Ast): boolean =>
  op === 'id' || op === 'value' || ((op === '.' || op === '[]') && (args as [Ast])[0].op === 'id');

/**
 * Finds the parts worth caching: those that iterate over rows and would be evaluated repeatedly with the same result.
 * Evaluations repeat in a loop, or for every row if `rowNames` (names whose value differs from row to row) is given.
 * Nested parts are included. The tree must be the one that the engine has parsed, before `adaptTree`.
 */
export function fixedParts(root: Ast, types: ExpressionTypes, rowNames: ReadonlySet<string> | null): Part[] {
  const parts: Part[] = [];
  const typeOf = ({ name, member }: Input) => {
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    if (member === null || type === undefined) return type;
    return isObjectType(type) && Object.hasOwn(type.fields, member) ? type.fields[member] : undefined;
  };
  /** Returns the info of a node that reads an input. */
  const infoOfInput = (name: string, member: string | null): PartInfo => {
    const input = { name, member };
    const type = typeOf(input);
    // a record as a whole counts as varying, because only reads of single members are tracked
    if (type === undefined || (typeof type === 'object' && isObjectType(type)) || rowNames?.has(name))
      return VARYING_PART;
    return { isFixed: true, variables: NO_VARIABLES, inputs: new Map([[`${name}.${member ?? ''}`, input]]) };
  };
  /** Adds a node to `parts` if it is fixed and iterates over rows. */
  const addIfFixed = (node: unknown, { isFixed, variables, inputs }: PartInfo): void => {
    if (!isFixed || variables.size > 0 || !isAst(node) || isPlain(node)) return;
    const allInputs = [...inputs.values()];
    const rows = allInputs.find((input) => {
      const type = typeOf(input);
      return typeof type === 'object' && isRowsType(type);
    });
    if (rows) parts.push({ node, inputs: allInputs, rows });
  };
  const combine = (children: readonly PartInfo[]): PartInfo => ({
    isFixed: children.every(({ isFixed }) => isFixed),
    variables: new Set(children.flatMap(({ variables }) => [...variables])),
    inputs: new Map(children.flatMap(({ inputs }) => [...inputs])),
  });
  /**
   * Combines the children of a node that is evaluated repeatedly (`isRepeated`) or once. If a repeated node is not
   * fixed itself, its fixed children are added to `parts`.
   */
  const combineChildren = (nodes: readonly unknown[], infos: readonly PartInfo[], isRepeated: boolean): PartInfo => {
    const combinedInfo = combine(infos);
    if (isRepeated && (!combinedInfo.isFixed || combinedInfo.variables.size > 0))
      infos.forEach((info, index) => addIfFixed(nodes[index], info));
    return combinedInfo;
  };
  const visitChildren = (nodes: readonly unknown[], boundVariables: readonly string[], isRepeated: boolean): PartInfo =>
    combineChildren(
      nodes,
      nodes.map((node) => visit(node, boundVariables, isRepeated)),
      isRepeated,
    );

  /** Visits a method call. The first argument of a loop or of `cel.bind` is the variable that its body may read. */
  const visitMethod = (
    [method, receiver, methodArgs]: [string, Ast, Ast[]],
    boundVariables: readonly string[],
    isRepeated: boolean,
  ): PartInfo => {
    const isBind = method === 'bind' && receiver.op === 'id' && receiver.args === 'cel';
    if ((!isBind && !LOOPS.has(method)) || methodArgs[0]?.op !== 'id')
      return visitChildren(isBind ? methodArgs : [receiver, ...methodArgs], boundVariables, isRepeated);
    const name = String(methodArgs[0].args);
    const outerNodes = isBind ? methodArgs.slice(1, 2) : [receiver];
    const bodyNodes = methodArgs.slice(isBind ? 2 : 1);
    const outerInfos = outerNodes.map((node) => visit(node, boundVariables, isRepeated));
    const bodyInfos = bodyNodes.map((node) => visit(node, [...boundVariables, name], isRepeated || !isBind));
    // parts of a loop's body that do not read the loop variable give the same result for each item
    if (!isBind)
      bodyNodes.forEach((node, index) => {
        if (bodyInfos[index]) addIfFixed(node, bodyInfos[index]);
      });
    const bodyInfo = combine(bodyInfos);
    const bodyInfoWithoutVariable: PartInfo = {
      ...bodyInfo,
      variables: new Set([...bodyInfo.variables].filter((variable) => variable !== name)),
    };
    return combineChildren(
      [...outerNodes, ...bodyNodes.map(() => null)],
      [...outerInfos, ...bodyNodes.map(() => bodyInfoWithoutVariable)],
      isRepeated,
    );
  };

  function visit(node: unknown, boundVariables: readonly string[], isRepeated: boolean): PartInfo {
    if (Array.isArray(node)) return visitChildren(node, boundVariables, isRepeated);
    if (!isAst(node) || node.op === 'value') return FIXED_PART;
    if (node.op === 'id') {
      const name = String(node.args);
      return boundVariables.includes(name)
        ? { isFixed: true, variables: new Set([name]), inputs: NO_INPUTS }
        : infoOfInput(fromEngineName(name), null);
    }
    if (node.op === 'rcall') return visitMethod(node.args as [string, Ast, Ast[]], boundVariables, isRepeated);
    if (node.op === '.' || node.op === '[]') {
      const [left, right] = node.args as [Ast, unknown];
      const member = typeof right === 'string' ? right : (literalText(right) ?? null);
      const recordName =
        left.op === 'id' && !boundVariables.includes(String(left.args)) ? fromEngineName(String(left.args)) : null;
      const type = recordName === null || !Object.hasOwn(types, recordName) ? undefined : types[recordName];
      if (recordName !== null && member !== null && typeof type === 'object' && isObjectType(type))
        return rowNames?.has(recordName) ? VARYING_PART : infoOfInput(recordName, fromEngineName(member));
      return visitChildren(typeof right === 'string' ? [left] : [left, right], boundVariables, isRepeated);
    }
    if (node.op === 'call') {
      const [name, args] = node.args as [string, unknown[]];
      const callInfo = visitChildren(args, boundVariables, isRepeated);
      // the date may change between evaluations
      return DATE_FUNCTIONS.has(name) ? VARYING_PART : callInfo;
    }
    return typeof node.args === 'object'
      ? visitChildren(Array.isArray(node.args) ? node.args : [node.args], boundVariables, isRepeated)
      : VARYING_PART;
  }

  const rootInfo = visit(root, [], rowNames !== null);
  if (rowNames !== null) addIfFixed(root, rootInfo);
  return parts;
}
