import type { NodeByTag, FieldNode } from '../../grammar/nodes.ts';
import { dateFunctionIn, readsIn } from '../../expressions/index.ts';
import { isTableNode } from '../nodes.ts';
import type { ComputeStep } from '../form.ts';
import { columnNodes } from '../types.ts';

/** A computed value in the graph of computations. `dependencies`: ids of the values that it reads. */
interface Vertex extends ComputeStep {
  id: string;
  node: FieldNode;
  dependencies: string[];
}

/** Returns the id of a field, or of a column if `table` is set. */
const idOf = (key: string, table?: string): string => (table === undefined ? key : `${table}\u0000${key}`);

/**
 * Returns the ids of the fields and columns that an expression may read. If it names a sub-table, these are the columns
 * of the sub-table that it also names. `table`: the sub-table to whose column the expression belongs.
 */
function dependenciesOf(text: string, fields: ReadonlyMap<string, FieldNode>, table?: NodeByTag['subTable']): string[] {
  const { names, members, memberNames } = readsIn(text);
  const columns = new Set(table ? columnNodes(table).map((column) => column.__vModel__) : []);
  // a look-up reads the columns of its row as `row.x`
  const rowMembers = members.filter(([root, member]) => root === 'row' && columns.has(member));
  const columnIds = [...names.filter((name) => columns.has(name)), ...rowMembers.map(([, member]) => member)].map(
    (name) => idOf(name, table?.__vModel__),
  );
  const formKeys = [
    ...names.filter((name) => !columns.has(name)),
    ...members.filter(([root]) => root === 'form').map(([, member]) => member),
  ];
  return [
    ...columnIds,
    ...formKeys.flatMap((key) => {
      const field = fields.get(key);
      if (!field) return [];
      if (!isTableNode(field)) return [idOf(key)];
      return columnNodes(field)
        .filter((column) => memberNames.has(column.__vModel__))
        .map((column) => idOf(column.__vModel__, key));
    }),
  ];
}

/** Returns the computed fields and columns of a form by id. */
function verticesOf(fields: ReadonlyMap<string, FieldNode>): Map<string, Vertex> {
  const vertices = new Map<string, Vertex>();
  const add = (node: FieldNode, table?: NodeByTag['subTable']): void => {
    // a roll-up cannot be a column: publishing refuses it, and here it is not computed
    if (!node.computed || (table && node.rollup)) return;
    const id = idOf(node.__vModel__, table?.__vModel__);
    vertices.set(id, {
      id,
      key: node.__vModel__,
      ...(table ? { table: table.__vModel__ } : {}),
      node,
      dependencies: dependenciesOf(node.computed, fields, table),
    });
  };
  for (const field of fields.values()) {
    if (isTableNode(field)) for (const column of columnNodes(field)) add(column, field);
    else add(field);
  }
  return vertices;
}

/** The result of `orderComputed`. */
export interface ComputeOrder {
  /**
   * The computed values, each after the values that it reads. Members of a cycle and the values that depend on them are
   * left out.
   */
  steps: ComputeStep[];
  /**
   * The nodes whose value depends on the current date, by their own expression or by other values that the expression
   * reads.
   */
  dateDependent: Set<FieldNode>;
  /** The cycles found. `names`: the labels of the members, with the first one repeated at the end (a → b → a). */
  cycles: { names: string[]; members: FieldNode[] }[];
}

const labelOf = ({ node, key }: Vertex): string => node.label ?? key;

/** Orders the computed values of a form. Not recursive, so a long chain of dependencies cannot overflow the stack. */
export function orderComputed(fields: ReadonlyMap<string, FieldNode>): ComputeOrder {
  const vertices = verticesOf(fields);
  // for each value without a position in the order: the ids of its dependencies that have no position either
  const pendingDependencies = new Map(
    [...vertices.values()].map((vertex) => [vertex.id, new Set(vertex.dependencies.filter((id) => vertices.has(id)))]),
  );
  const readers = new Map<string, string[]>();
  for (const [id, pendingIds] of pendingDependencies)
    for (const dependencyId of pendingIds) readers.set(dependencyId, [...(readers.get(dependencyId) ?? []), id]);
  const readyIds = [...pendingDependencies].filter(([, pendingIds]) => pendingIds.size === 0).map(([id]) => id);
  const steps: ComputeStep[] = [];
  const dateDependent = new Set<FieldNode>();
  for (const id of readyIds) {
    const { key, table, node, dependencies } = vertices.get(id) as Vertex;
    const readsDateDependent = dependencies.some((dependencyId) => {
      const readNode = vertices.get(dependencyId)?.node;
      return readNode !== undefined && dateDependent.has(readNode);
    });
    if (readsDateDependent || dateFunctionIn(node.computed ?? '') !== null) dateDependent.add(node);
    steps.push(table === undefined ? { key } : { key, table });
    pendingDependencies.delete(id);
    for (const reader of readers.get(id) ?? []) {
      const pendingIds = pendingDependencies.get(reader);
      pendingIds?.delete(id);
      if (pendingIds?.size === 0) readyIds.push(reader);
    }
  }
  return { steps, dateDependent, cycles: cyclesAmong(pendingDependencies, vertices) };
}

/**
 * Finds cycles among the values that could not be ordered. Each of these values depends, directly or indirectly, on a
 * member of a cycle.
 */
function cyclesAmong(
  pendingDependencies: ReadonlyMap<string, ReadonlySet<string>>,
  vertices: ReadonlyMap<string, Vertex>,
): ComputeOrder['cycles'] {
  const visitedIds = new Set<string>();
  const cycles: ComputeOrder['cycles'] = [];
  for (const start of pendingDependencies.keys()) {
    const trail: string[] = [];
    let currentId: string | undefined = start;
    while (currentId !== undefined && !visitedIds.has(currentId)) {
      visitedIds.add(currentId);
      trail.push(currentId);
      currentId = [...(pendingDependencies.get(currentId) ?? [])].find((dependencyId) =>
        pendingDependencies.has(dependencyId),
      );
    }
    const cycleStart = currentId === undefined ? -1 : trail.indexOf(currentId);
    if (cycleStart === -1) continue;
    const members = trail.slice(cycleStart).map((id) => vertices.get(id) as Vertex);
    cycles.push({ names: [...members, members[0] as Vertex].map(labelOf), members: members.map(({ node }) => node) });
  }
  return cycles;
}
