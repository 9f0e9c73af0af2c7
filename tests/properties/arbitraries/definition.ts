import fc from '../../support/fc.ts';
import { drafts, type Draft } from './drafts.ts';
import type { Names, Written } from './expressions.ts';
import { flatten, schemaFor } from './grammar.ts';

type Node = Record<string, unknown>;
/** Canonical text of a form, as an administrator would publish it. */
export interface GeneratedForm {
  formKey: string;
  formName: string;
  fields: Node[];
}

interface Place {
  draft: Draft;
  key: string;
}

const isField = ({ tag }: Draft): boolean =>
  '__vModel__' in flatten(schemaFor(tag)).properties && !['opColumn', 'sTitle'].includes(tag);
const isNumber = ({ tag }: Draft): boolean => tag === 'el-input-number';

/** Keys in document order, as an author would name them. */
function place(list: readonly Draft[], keys: Map<Draft, string>, prefix: string): void {
  for (const draft of list) {
    if (isField(draft)) keys.set(draft, `${prefix}${keys.size + 1}`);
    for (const inner of draft.content) place(inner, keys, draft.tag === 'subTable' ? 'c' : prefix);
  }
}

const fieldsIn = (list: readonly Draft[]): Draft[] =>
  list.flatMap((draft) => [
    ...(isField(draft) ? [draft] : []),
    ...(draft.tag === 'subTable' ? [] : draft.content.flatMap(fieldsIn)),
  ]);

const namesOf = (places: readonly Place[]): Names => ({
  texts: places.filter(({ draft }) => draft.tag === 'el-input').map(({ key }) => key),
  numbers: places.filter(({ draft }) => isNumber(draft)).map(({ key }) => key),
  sums: [],
});

/** What a computation may read: numbers that nobody computes, and sums of such columns. */
function inputsOf(places: readonly Place[], keys: ReadonlyMap<Draft, string>): Names {
  const typed = places.filter(({ draft }) => isNumber(draft) && !draft.computed);
  const sums = places
    .filter(({ draft }) => draft.tag === 'subTable')
    .flatMap(({ draft, key }) =>
      fieldsIn(draft.content.flat())
        .filter(isNumber)
        .map((column) => ({ table: key, column: keys.get(column) as string })),
    );
  return { texts: [], numbers: typed.map(({ key }) => key), sums };
}

const inForm = (key: string): string => `form.${key}`;

interface Around {
  conditions: Names;
  inputs: Names;
  columns?: readonly Place[];
}

function written(draft: Draft, keys: ReadonlyMap<Draft, string>, around: Around): Node {
  const { properties } = flatten(schemaFor(draft.tag));
  const node: Node = { tag: draft.tag, ...draft.props };
  const key = keys.get(draft);
  if (key !== undefined) node.__vModel__ = key;
  // a heading without words is no heading
  if (draft.tag === 'sTitle' && !node.label) node.label = '分组';
  const write = (name: string, text: Written | undefined, names: Names): void => {
    if (text && name in properties) node[name] = text(names);
  };
  for (const [name, text] of Object.entries(draft.conditions)) write(name, text, around.conditions);
  write('computed', draft.computed, around.inputs);
  if (node.openCurrentUserCtr === '1' && around.columns && draft.owner !== undefined)
    node.currentUserValue = (around.columns[draft.owner % around.columns.length] as Place).key;
  // options hang on a field that is there
  if ('dependKey' in node) {
    const [parent] = around.conditions.texts;
    if (parent === undefined) delete node.dependKey;
    else node.dependKey = parent.replace(/^form\./, '');
  }
  // dates are made each by itself here; which must not be before which is tests/kernel/compile.test.ts
  delete node.notBefore;
  // a column has no number of its own, and values that must differ from row to row are another test's matter
  if (around.columns) {
    delete node.serial;
    delete node.unique;
  }
  if (draft.tag === 'opColumn')
    node.items = [
      { label: '编辑', eventType: 'edit' },
      { label: '查看', eventType: 'open', HyperlinkUrl: '/commonEntry/detail' },
    ];
  if (draft.tag === 'subTable') {
    const columns = fieldsIn(draft.content.flat()).map((column) => ({
      draft: column,
      key: keys.get(column) as string,
    }));
    const own = namesOf(columns);
    const inner: Around = {
      columns,
      inputs: { ...inputsOf(columns, keys), sums: [] },
      // inside a table a name means a column; the form's fields are reached through `form`
      conditions: {
        ...own,
        texts: [...own.texts, ...around.conditions.texts.map(inForm)],
        numbers: [...own.numbers, ...around.conditions.numbers.map(inForm)],
      },
    };
    node.children = draft.content.flat().map((child) => written(child, keys, inner));
  } else if (draft.tag === 'el-tabs' || draft.tag === 'el-collapse') {
    node.children = draft.content.map((pane, index) => ({
      label: `第${index + 1}页`,
      children: pane.map((child) => written(child, keys, around)),
    }));
  } else if ('children' in properties) {
    node.children = draft.content.flat().map((child) => written(child, keys, around));
  }
  return node;
}

/** Any valid form: every tag with a value, containers, sub-tables, conditions, computations, ownership, rules by node. */
export const formDefinition: fc.Arbitrary<GeneratedForm> = drafts.map((list) => {
  const keys = new Map<Draft, string>();
  place(list, keys, 'f');
  const places = fieldsIn(list).map((draft) => ({ draft, key: keys.get(draft) as string }));
  const around: Around = { conditions: namesOf(places), inputs: inputsOf(places, keys) };
  return { formKey: 'generated', formName: '生成的表单', fields: list.map((draft) => written(draft, keys, around)) };
});
