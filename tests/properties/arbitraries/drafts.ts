import fc from '../../support/fc.ts';
import { computation, condition, type Written } from './expressions.ts';
import { fromSchema, word } from './fromSchema.ts';
import { FIELD_TAGS, flatten, schemaFor } from './grammar.ts';

/** A node whose keys and expressions are not written yet. */
export interface Draft {
  tag: string;
  props: Record<string, unknown>;
  conditions: Partial<Record<'visibleWhen' | 'editableWhen' | 'requiredWhen', Written>>;
  computed?: Written;
  /** Which column of the table names the row's owner. */
  owner?: number;
  /** Of a container: its content, one list a pane. Of a sub-table: one list, the columns. */
  content: Draft[][];
}

/** How often, in a hundred, a key is written; the others are optional and rare. */
const WEIGHTS: Readonly<Record<string, number>> = {
  label: 90,
  required: 25,
  readonly: 7,
  disabled: 4,
  isHideField: 6,
  flowVisible: 20,
  flowEditable: 25,
  nodeCondition: 15,
  openCurrentUserCtr: 20,
  __slot__: 80,
  defaultValue: 25,
  multiple: 30,
  isToday: 15,
  canOp: 15,
  commonAdd: 25,
  needCopy: 60,
  needRemove: 25,
  outsideAdd: 20,
  exportAdd: 20,
  addNodeCtr: 20,
  editNodeCtr: 20,
  removeNodeCtr: 20,
  minRows: 10,
  maxRows: 10,
  regList: 8,
  defaultTbData: 15,
};
const RARE = 6;

/** Set elsewhere, or with a meaning that the grammar of one node cannot say. */
const OWN = new Set([
  'tag',
  '__vModel__',
  'children',
  'items',
  'visibleWhen',
  'editableWhen',
  'requiredWhen',
  'computed',
  'currentUserValue',
  'defaultTbDataDependKey',
]);

const nodeNames = fc.constantFrom('', '部门负责人', '分管领导', '部门负责人,分管领导');
const url = fc.constantFrom('/pms/project/list', '/system/dict/items?code=${f1}');
const option = fc.record(
  { label: word, value: fc.constantFrom<string | number | boolean>('1', '2', 'a', 3, true) },
  { noNullPrototype: true },
);
const options = fc.uniqueArray(option, { selector: ({ value }) => String(value), minLength: 1, maxLength: 4 });

const MEANT: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  __slot__: fc.record({ options }, { noNullPrototype: true }),
  staticJson: options,
  regList: fc.constantFrom([{ pattern: '^\\d*$', message: '只能是数字' }], [{ pattern: '/^[a-z]+$/i' }], []),
  nodeCondition: nodeNames,
  addNodeCtr: nodeNames,
  editNodeCtr: nodeNames,
  removeNodeCtr: nodeNames,
  defaultTbDataDependTaskNode: nodeNames,
  resourseApi: url,
  watchApiUrl: url,
  defaultTbDataResourceApi: url,
  outsideResourceApi: url,
  watchApiHash: fc.constantFrom({ f1: 'name' }, {}, { f2: 'code' }),
  dictCode: fc.constantFrom('seal_type', ''),
  serial: fc.constantFrom({ rule: 'FY{yyyy}{MM}-{0000}' }, { rule: '{00}', at: 'save' }),
  HyperlinkUrl: fc.constantFrom('/commonEntry/detail?id=#f1#', 'https://elsewhere.example/', ''),
  'value-format': fc.constantFrom('YYYY-MM-DD', 'YYYY-MM', 'YYYY年MM月DD日 HH时mm分'),
  format: fc.constantFrom('YYYY-MM-DD', 'YYYY-MM', 'HH:mm'),
};

/** Grammars of a tag's `__slot__` differ: options where it has some, else what its own grammar says. */
const hasOptions = (tag: string): boolean => 'isDict' in flatten(schemaFor(tag)).properties;

const propsOf = (tag: string): fc.Arbitrary<Record<string, unknown>> => {
  const { properties, required } = flatten(schemaFor(tag));
  const parts = Object.entries(properties)
    .filter(([key]) => !OWN.has(key))
    .map(([key, schema]): [string, fc.Arbitrary<unknown>] => {
      const value =
        key === 'defaultValue'
          ? fromSchema(schemaFor(tag)['x-value'] ?? {})
          : key in MEANT && (key !== '__slot__' || hasOptions(tag))
            ? (MEANT[key] as fc.Arbitrary<unknown>)
            : fromSchema(schema);
      const weight = required.includes(key) ? 100 : (WEIGHTS[key] ?? RARE);
      return [key, fc.oneof({ weight: 100 - weight, arbitrary: fc.constant(undefined) }, { weight, arbitrary: value })];
    });
  return fc
    .record(Object.fromEntries(parts), { noNullPrototype: true })
    .map((props) => Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)));
};

const maybe = <T>(weight: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 100 - weight, arbitrary: fc.constant(undefined) }, { weight, arbitrary });

const conditions = fc.record(
  { visibleWhen: maybe(12, condition), editableWhen: maybe(12, condition), requiredWhen: maybe(8, condition) },
  { noNullPrototype: true },
);

const draftOf = (tag: string, content: fc.Arbitrary<Draft[][]> = fc.constant([])): fc.Arbitrary<Draft> =>
  fc.record(
    {
      tag: fc.constant(tag),
      props: propsOf(tag),
      conditions: conditions,
      computed: maybe(tag === 'el-input-number' ? 30 : 0, computation),
      owner: maybe(80, fc.nat({ max: 9 })),
      content,
    },
    { noNullPrototype: true },
  ) as fc.Arbitrary<Draft>;

const plainTags = FIELD_TAGS.filter((tag) => tag !== 'subTable');
// texts and numbers more often than others: conditions and formulas read them
const plain: fc.Arbitrary<Draft> = fc.oneof(
  { weight: 4, arbitrary: draftOf('el-input') },
  { weight: 4, arbitrary: draftOf('el-input-number') },
  ...plainTags.map((tag) => ({ weight: 1, arbitrary: draftOf(tag) })),
);
const table = draftOf(
  'subTable',
  fc
    .tuple(fc.array(plain, { minLength: 1, maxLength: 4 }), fc.array(draftOf('opColumn'), { maxLength: 1 }))
    .map(([columns, operations]) => [[...columns, ...operations]]),
);

/** A form's content: fields, sub-tables and containers around them. */
export const drafts: fc.Arbitrary<Draft[]> = fc
  .letrec<{ node: Draft }>((tie) => {
    const list = fc.array(tie('node'), { maxLength: 3 });
    const single = list.map((nodes) => [nodes]);
    return {
      node: fc.oneof(
        { maxDepth: 3 },
        { weight: 12, arbitrary: plain },
        { weight: 4, arbitrary: table },
        { weight: 1, arbitrary: draftOf('row', single) },
        { weight: 2, arbitrary: draftOf('el-card', single) },
        { weight: 1, arbitrary: draftOf('sTitle') },
        { weight: 1, arbitrary: draftOf('el-tabs', fc.array(list, { minLength: 1, maxLength: 2 })) },
        { weight: 1, arbitrary: draftOf('el-collapse', fc.array(list, { minLength: 1, maxLength: 2 })) },
      ),
    };
  })
  .node.chain((first) =>
    fc
      .array(fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: table }), { maxLength: 5 })
      .map((rest) => [first, ...rest]),
  );
