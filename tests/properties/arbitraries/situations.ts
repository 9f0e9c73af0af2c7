import type { CompiledForm, CompiledTable } from '../../../src/kernel/form.ts';
import type { NodeRules, Situation } from '../../../src/rules/situation.ts';
import fc from '../../support/fc.ts';

const flag = fc.constantFrom('0' as const, '1' as const);
const mostly = (weight: number) =>
  fc.oneof({ weight, arbitrary: fc.constant('1' as const) }, { weight: 1, arbitrary: fc.constant('0' as const) });
const some = <T>(parts: Record<string, fc.Arbitrary<T>>): fc.Arbitrary<Record<string, T>> =>
  fc.record(parts, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<Record<string, T>>;

const fieldRule = some({ visible: mostly(3), editable: mostly(3), required: flag });

const tableRule = (table: CompiledTable): fc.Arbitrary<NodeRules['tables'][string]> =>
  fc.record(
    {
      visible: mostly(5),
      editable: mostly(3),
      add: flag,
      copy: flag,
      remove: flag,
      others: flag,
      columns: some(Object.fromEntries(table.columns.map(({ key }) => [key, fieldRule]))),
    },
    { requiredKeys: [], noNullPrototype: true },
  ) as fc.Arbitrary<NodeRules['tables'][string]>;

/** What a flow's node says of a form: of some fields, of some tables, of some of their columns. */
export const nodeRulesOf = (compiled: CompiledForm): fc.Arbitrary<NodeRules> =>
  fc.record(
    {
      taskNode: fc.constantFrom('部门负责人', '分管领导'),
      isStart: fc.boolean(),
      actions: fc.constant(['approve']),
      fields: some(Object.fromEntries([...compiled.fields.keys()].map((key) => [key, fieldRule]))),
      tables: some(Object.fromEntries([...compiled.tables.values()].map((table) => [table.key, tableRule(table)]))),
    },
    { noNullPrototype: true },
  ) as fc.Arbitrary<NodeRules>;

const USERS: readonly Situation['user'][] = [
  {
    id: 'u1',
    name: '周明轩',
    roles: ['staff'],
    dept: { id: 'd1', name: '检测一部' },
    unit: { id: 'c1', name: '总公司' },
  },
  { id: 'u2', name: '李工', roles: ['manager'] },
];

/** Who looks at a form, at which node, in which state, by which rules. */
export const situationOf = (compiled: CompiledForm): fc.Arbitrary<Situation> =>
  fc.record(
    {
      user: fc.constantFrom(...USERS),
      taskNode: fc.constantFrom('', '部门负责人', '分管领导'),
      todo: flag,
      isEdit: mostly(8),
      flowState: fc.constantFrom('0', '1', '2', '3'),
      recordId: fc.constant('r1'),
      superRole: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      query: fc.constant({}),
      nodeRules: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 3, arbitrary: nodeRulesOf(compiled) }),
    },
    { noNullPrototype: true },
  );
