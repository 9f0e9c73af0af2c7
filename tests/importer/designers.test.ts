import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isLong, usualOrLong } from '../support/tier.ts';
import type { AnyNode } from '../../src/grammar/nodes.ts';
import { nodes } from '../../src/grammar/validators.js';
import { compileForm } from '../../src/kernel/compile.ts';
import { parseFormDefinition } from '../../src/importer/parse.ts';
import { brief, vocabulary } from '../kernel/support.ts';

interface Case {
  title: string;
  input: unknown;
  outline: string[];
  problems: string[];
}
interface Node {
  tag: string;
  __vModel__?: string;
  key?: string;
  label?: string;
  sourceTag?: string;
  children?: Node[];
}

const folder = 'tests/fixtures/importer/designers';
const cases = readdirSync(folder).map((file) => ({
  file,
  ...(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Case),
}));

const read = (input: unknown) => {
  const found = parseFormDefinition(input, vocabulary, { formKey: 'test', formName: '测试' });
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return found;
};

/** One line a node: its place in the tree, tag, key and words. */
const outlineOf = (list: readonly Node[], depth = 0): string[] =>
  list.flatMap((node) => [
    '  '.repeat(depth) +
      [node.tag ?? '-', node.sourceTag, node.__vModel__ ?? node.key, node.label]
        .filter((part) => part !== undefined)
        .join(' '),
    ...outlineOf(node.children ?? [], depth + 1),
  ]);

const BOUND_OTHERWISE: ReadonlySet<string> = new Set([
  'pages of amis',
  'components of form.io',
  'components of form-js',
  'questions of SurveyJS',
  'columns that say the kind of their value',
]);

/** Names under which any designer binds an element to a value. */
const KEYS = ['model', 'field', 'prop', '__vModel__', 'vModel'] as const;
const isRaw = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every key that a value is bound to anywhere in a document, found without knowing its language. */
function* boundKeys(value: unknown): Generator<string> {
  if (typeof value === 'string' && /^\s*(?:\{\s*["}]|\[)/.test(value)) yield* boundKeys(JSON.parse(value));
  else if (Array.isArray(value)) for (const item of value) yield* boundKeys(item);
  else if (isRaw(value)) {
    const isContainer = Object.values(value).some(
      (part) =>
        Array.isArray(part) &&
        part.some((one) => isRaw(one) && ('type' in one || 'list' in one || 'tds' in one || 'cols' in one)),
    );
    const named = KEYS.map((key) => value[key]).find((key) => typeof key === 'string' && key !== '');
    if (typeof named === 'string' && !isContainer) yield named;
    if (value.formItemFlag === true && isRaw(value.options)) yield String(value.options.name);
    if (isRaw(value.props) && !('items' in value.props) && typeof value.id === 'string') yield value.id;
    if (isRaw(value.properties))
      for (const [key, one] of Object.entries(value.properties))
        if (isRaw(one) && one.type !== 'void' && !isRaw(one.properties)) yield key;
    for (const part of Object.values(value)) yield* boundKeys(part);
  }
}

describe('a form of another family of designers', () => {
  it.each(cases)('$title', ({ input, outline, problems }) => {
    const before = JSON.stringify(input);
    const found = read(input);
    expect(outlineOf(found.value.fields as unknown as Node[])).toEqual(outline);
    expect(brief(found.problems)).toEqual(problems);
    expect(JSON.stringify(input)).toBe(before);
  });

  it.each(cases)('loses no field: $file', ({ title, input }) => {
    const { value, problems } = read(input);
    const text = JSON.stringify(value.fields);
    const keys = [...new Set(boundKeys(input))];
    // pages of amis, questions, form.io, form-js and columns bind by `name`, `key` and `dataIndex`: their outlines name every field
    if (!BOUND_OTHERWISE.has(title)) expect(keys.length).toBeGreaterThan(3);
    expect(
      keys.filter((key) => !text.includes(`"${key}"`) && !problems.some(({ path }) => path.includes(key))),
    ).toEqual([]);
  });

  it.each(cases)(
    'becomes a definition by the grammar, which compiles and is read again as the same: $file',
    ({ input }) => {
      const { value } = read(input);
      const valid = (list: readonly AnyNode[]): void => {
        for (const node of list) {
          if ('tag' in node) expect(nodes[node.tag]?.(node), JSON.stringify(node)).toBe(true);
          valid((node as { children?: AnyNode[] }).children ?? []);
        }
      };
      valid(value.fields);
      compileForm(value, vocabulary);
      expect(read(value).value).toEqual(value);
    },
  );

  it.each(cases)('says of each placeholder where it stands: $file', ({ input }) => {
    const { value, problems } = read(input);
    const placeholders = outlineOf(value.fields as unknown as Node[]).filter((line) =>
      line.trim().startsWith('placeholder'),
    );
    expect(problems.filter(({ code, path }) => code === 'DOC_UNKNOWN_TAG' && path.length > 0)).toHaveLength(
      placeholders.length,
    );
  });
});

describe('a form whose lists have names that nobody agreed on', () => {
  type Raw = Record<string, unknown>;
  const holdsKeys = (list: unknown): boolean => Array.isArray(list) && [...boundKeys(list)].length > 0;
  /** Every list of elements under a key, by the object that holds it. */
  const lists = (value: unknown): { holder: Raw; key: string }[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) => [
          ...(!Array.isArray(value) && holdsKeys(part) ? [{ holder: value as Raw, key }] : []),
          ...lists(part),
        ])
      : [];
  const family = (children: unknown, more: object = {}) => ({
    __config__: { tag: 'el-card', label: '卡片', layout: 'rowFormItem', formId: 1 },
    ...more,
    children,
  });
  const field = (key: string) => ({
    __config__: { tag: 'el-input', label: key, layout: 'colFormItem', formId: 2 },
    __vModel__: key,
  });
  const own = {
    fields: [
      family([
        field('a'),
        { __config__: { layout: 'rowFormItem', formId: 3, componentName: 'row3', children: [field('b'), field('c')] } },
      ]),
      {
        ...family([field('d')]),
        __config__: { tag: 'sub-form', label: '子表', layout: 'rowFormItem', formId: 4 },
        __vModel__: 'rows',
      },
    ],
  };

  it.each([{ file: 'the family', input: own }, ...cases])(
    'loses no field when such a list is called otherwise: $file',
    ({ input }) => {
      const count = lists(input).length;
      const keys = [...new Set(boundKeys(input))];
      for (let index = 0; index < count; index += 1) {
        const copy = structuredClone(input);
        const { holder, key } = lists(copy)[index] as { holder: Raw; key: string };
        const renamed = Object.entries(holder).map(([name, part]): [string, unknown] => [
          name === key ? 'zzPlaces' : name,
          part,
        ]);
        for (const name of Object.keys(holder)) delete holder[name];
        Object.assign(holder, Object.fromEntries(renamed));
        const { value, problems } = read(copy);
        const said = JSON.stringify(value.fields);
        expect(
          keys.filter(
            (one) =>
              !said.includes(`"${one}"`) &&
              !problems.some(({ path }) => path.includes(one) || path.includes('zzPlaces')),
          ),
          `${key} at ${index}`,
        ).toEqual([]);
      }
    },
  );
});

describe('what only looks like an element inside another', () => {
  const inner = { tag: 'el-input', label: '内', __vModel__: 'inner' };

  it.each([
    ['watchApiParams', 1],
    ['__slot__', 1],
    ['label', 1],
    ['zzPlaces', 2],
  ])('under “%s” of a field: %i fields, and as many when it is read again', (key, count) => {
    const { value } = read({
      fields: [{ tag: 'el-input', __vModel__: 'outer', label: '外', [key]: { part: [inner] } }],
    });
    expect(value.fields).toHaveLength(count);
    expect(read(value).value).toEqual(value);
  });

  it('and an empty box leave an element that nobody knows a placeholder, however often it is read', () => {
    const { value } = read({ fields: [{ tag: 'nope', children: [{ tag: '{{ 1 }}', children: [] }] }] });
    expect(value.fields).toMatchObject([{ tag: 'placeholder', sourceTag: 'nope' }]);
    expect(read(value).value).toEqual(value);
  });
});

describe('words of another system', () => {
  const element = (config: object, more: object = {}) => ({
    __config__: { tag: 'el-input', layout: 'colFormItem', formId: 7, ...config },
    __vModel__: 'a',
    ...more,
  });

  it.each([
    [{ label: { 'zh-CN': '名称', 'en-US': 'Name' } }, '名称'],
    [{ label: { en: 'Name' } }, 'Name'],
    [{ label: '\\u59d3\\u540d' }, '姓名'],
    [{ label: '<b style="color:red">姓名</b>' }, '姓名'],
    [{ label: '&lt;b&gt;姓名&lt;/b&gt;' }, '姓名'],
    [{ label: '<img src=x onerror=alert(1)>' }, '<img src=x onerror=alert(1)>'],
    [{ label: 'a<b，c>d' }, 'a<b，c>d'],
    [{ label: 'A & B' }, 'A & B'],
  ])('are read as words: %j', (config, label) => {
    expect(read({ fields: [element(config)] }).value.fields).toMatchObject([{ label }]);
  });

  it('are kept in the report where they were told in another way', () => {
    const { notes } = read({ fields: [element({ label: { zh: '名称', en: 'Name' } })] });
    expect(notes.map(({ path, params }) => [path.join('/'), params?.value])).toContainEqual([
      'fields/0/__config__/label',
      '{"zh":"名称","en":"Name"}',
    ]);
  });
});

describe('a definition inside something else', () => {
  const field = {
    __config__: { tag: 'el-input', label: '名称', layout: 'colFormItem', formId: 1 },
    __vModel__: 'name',
  };
  const form = { formRef: 'elForm', labelWidth: 90, fields: [field] };
  const text = JSON.stringify;
  const wrapped: [title: string, document: unknown][] = [
    [
      'an answer of a server',
      { code: 200, msg: '操作成功', data: { formId: 3, formName: '登记', formData: text(form) } },
    ],
    [
      'a column of a table',
      { id: 1, name: '登记', category: 2, content: text(form), createTime: '2024-01-01', status: 1 },
    ],
    [
      'settings and fields as texts',
      { code: 0, data: { id: 1, name: '登记', conf: text({ labelWidth: 90 }), fields: [text(field)], status: 0 } },
    ],
    ['a page of one', { code: 200, rows: [{ formContent: text(form) }], total: 1 }],
    ['a text of a text', text(text(form))],
    ['a key that nobody agreed on', { wfDeployForm: { theForm: text(form) } }],
    ['what a designer keeps in the browser', { drawingList: [field], formConf: { labelWidth: 90 } }],
    ['a list of texts', [text(field)]],
    [
      'rules and options',
      { rule: [{ type: 'input', field: 'name', title: '名称' }], option: { form: { labelWidth: 90 } } },
    ],
  ];

  it.each(wrapped)('is found in %s', (_title, document) => {
    const found = read(document);
    expect(outlineOf(found.value.fields as unknown as Node[])).toEqual(['el-input name 名称']);
    expect(brief(found.problems)).toEqual([]);
    if (!Array.isArray(document)) expect(found.value.labelWidth).toBe(90);
  });

  it.each([
    [{}],
    ['null'],
    ['3'],
    ['"文字"'],
    [{ code: 500, msg: '失败', data: null }],
    [{ code: 200, data: { list: [1, 2], options: [{ label: '甲', value: 1 }] } }],
    [{ menus: [{ path: '/a', children: [] }] }],
  ])('is not found in %j, and that is said', (document) => {
    const found = parseFormDefinition(document, vocabulary);
    expect([found.ok, brief(found.problems)]).toEqual([false, ['error DOC_SHAPE ']]);
  });
});

describe('a form of another family that is broken somewhere', () => {
  /** Places at which something can be broken, found in the document itself. */
  const placesOf = (value: unknown, path: (string | number)[] = []): (string | number)[][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) => {
          const at = [...path, Array.isArray(value) ? Number(key) : key];
          return [at, ...placesOf(part, at)];
        })
      : [];
  const put = (document: unknown, path: readonly (string | number)[], value: unknown): unknown => {
    const copy = structuredClone(document);
    let here = copy as Record<string | number, unknown>;
    for (const part of path.slice(0, -1)) here = here[part] as Record<string | number, unknown>;
    here[path.at(-1) as string] = value;
    return copy;
  };

  const WAYS: readonly unknown[] = [null, '', [], {}, 'x', -1, [[{}]], { type: 'input' }];

  it.each(cases)(
    'is read without a throw, and what is read compiles: $file',
    ({ input }) => {
      for (const [index, path] of placesOf(input).entries()) {
        if (!isLong && index % 3 > 0) continue;
        // a usual run breaks every third place only, each in the next way of the list
        const at = isLong ? index % 4 : index % WAYS.length;
        for (const value of WAYS.slice(at, at + usualOrLong(1, 3))) {
          const found = parseFormDefinition(put(input, path, value), vocabulary, { formKey: 'test' });
          expect(found.problems.every(({ message }) => message !== '')).toBe(true);
          if (found.ok) compileForm(found.value, vocabulary);
        }
      }
    },
    120_000,
  );
});

describe('what a designer shows beside the fields', () => {
  const element = (tag: string, more: object, config: object = {}) => ({
    __config__: { tag, jnpfKey: tag, label: '设计器里的名称', layout: 'colFormItem', span: 24, ...config },
    ...more,
  });
  const field = (tag: string, key: string) => ({ ...element(tag, {}, { label: key }), __vModel__: key });

  it('keeps the words of headings, texts and cards, not the names of their elements', () => {
    const { value, problems } = read({
      fields: [
        element('JnpfGroupTitle', { content: '基本信息' }),
        element('JnpfText', { content: '请如实填写' }),
        element('ACard', { header: '开票信息' }, { layout: 'rowFormItem', children: [field('JnpfInput', 'name')] }),
      ],
    });
    expect(value.fields).toMatchObject([
      { tag: 'sTitle', label: '基本信息' },
      { tag: 'text', text: '请如实填写' },
      { tag: 'el-card', label: '开票信息' },
    ]);
    expect(problems.filter(({ code }) => code === 'DOC_UNKNOWN_KEY')).toEqual([]);
  });

  it.each([
    [{ showSummary: true, summaryField: ['price'] }, [undefined, 'sum', undefined]],
    [{ 'show-summary': true }, [undefined, 'sum', 'sum']],
    [{ showSummary: false, summaryField: ['price'] }, [undefined, undefined, undefined]],
  ])('keeps which columns of a table have a total: %j', (more, summaries) => {
    const children = [
      field('JnpfInput', 'goods'),
      field('JnpfInputNumber', 'price'),
      field('JnpfInputNumber', 'count'),
    ];
    const { value, problems } = read({
      fields: [{ ...element('JnpfInputTable', more, { layout: 'rowFormItem', children }), __vModel__: 'rows' }],
    });
    expect((value.fields[0] as { children: { summary?: string }[] }).children.map(({ summary }) => summary)).toEqual(
      summaries,
    );
    expect(problems.filter(({ code }) => code === 'DOC_UNKNOWN_KEY')).toEqual([]);
  });

  it('is found in a list of one form, under whatever name', () => {
    expect(
      read({ processFormList: [{ title: '请假', formRef: 'elForm', fields: [field('el-input', 'reason')] }] }).value
        .fields,
    ).toMatchObject([{ tag: 'el-input', __vModel__: 'reason' }]);
  });
});
