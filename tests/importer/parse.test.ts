import { describe, expect, it } from 'vitest';
import { checkExternalNames } from '../../src/references/externalNames.ts';
import { compileForm } from '../../src/kernel/compile.ts';
import { parseFormDefinition, parseScreenDefinition } from '../../src/importer/parse.ts';
import { hasErrors } from '../../src/domain/problem/problems.ts';
import fc from '../support/fc.ts';
import { brief, parse, situation, vocabulary } from '../kernel/support.ts';

const input = (key: string, more: object = {}): object => ({ tag: 'el-input', __vModel__: key, label: key, ...more });

describe('a form definition', () => {
  it('of any JSON is read without a throw, and what is read compiles', () => {
    const key = fc.constantFrom(
      'tag',
      'fields',
      '__config__',
      'children',
      '__vModel__',
      '__slot__',
      'options',
      'regList',
      'layout',
      'computed',
      'visibleWhen',
      'items',
      'columns',
      'filters',
      'sort',
      'fixedQuery',
      'topActions',
      'rowActions',
      'formKey',
      'fields',
      'code',
      'dictCode',
      'staticJson',
      '__proto__',
      'conf',
      'label',
      'style',
      'props',
    );
    const tag = fc.constantFrom(
      'el-input',
      'el-select',
      'subTable',
      'row',
      'el-tabs',
      'el-card',
      'opColumn',
      'placeholder',
      'nope',
      'el-collapse',
      'list',
      'tabs',
      'shell',
      'labelPrint',
      'codeCards',
      'noticeManager',
    );
    const { any } = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.jsonValue({ maxDepth: 1 }),
        tag,
        fc.dictionary(key, tie('any'), { maxKeys: 6 }),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.record({ tag, children: fc.array(tie('any'), { maxLength: 3 }) }),
      ),
    }));
    fc.assert(
      fc.property(any, (value) => {
        for (const document of [value, [value], { fields: [value] }]) {
          const { definition } = parse(document);
          if (!definition) continue;
          const compiled = compileForm(definition, vocabulary);
          for (const field of compiled.fields.values()) field.access({ values: {}, situation: situation() });
          expect(parse(definition).definition).toEqual(definition);
        }
        parseScreenDefinition({ screenKey: 'x', title: 'x', root: value }, vocabulary);
      }),
      { numRuns: 300 },
    );
  });

  it('of 5 MB is read and compiled whole', () => {
    const fields = Array.from({ length: 12_000 }, (_unused, index) =>
      input(`f${index}`, { help: 'x'.repeat(340), placeholder: '请输入' }),
    );
    const text = JSON.stringify({ formKey: 'big', formName: '大', fields });
    expect(text.length).toBeGreaterThan(5_000_000);
    const parsed = parseFormDefinition(text, vocabulary);
    expect(parsed.ok && compileForm(parsed.value, vocabulary).fields.size).toBe(12_000);
  });

  it('takes its key and name from the caller before its own, and has neither without both', () => {
    const own = { formKey: 'own', formName: '自己', fields: [] };
    expect(parseFormDefinition(own, vocabulary, { formKey: 'given', formName: '给定' })).toMatchObject({
      value: { formKey: 'given', formName: '给定' },
    });
    expect(parseFormDefinition(own, vocabulary)).toMatchObject({ value: own, problems: [] });
    const nameless = parseFormDefinition({ fields: [] }, vocabulary);
    expect(nameless.ok).toBe(true);
    expect(brief(nameless.problems)).toEqual(['error DOC_SHAPE formKey']);
    expect(nameless.problems[0].message).toBe('formKey：不能为空');
    expect(brief(parseFormDefinition({ formKey: '1 x', formName: 'x', fields: [] }, vocabulary).problems)).toEqual([
      'error DOC_SHAPE formKey',
    ]);
  });

  it('names each field’s key by __vModel__ and its widget by tag (FK-001, FK-003), and keeps neither silently when it is wrong', () => {
    const read = parse([
      input('a'),
      { tag: 'el-select', __vModel__: 'b', label: '选' },
      { tag: 'nonsense', __vModel__: 'c', label: '丙' },
      input('a'),
      { tag: 'el-input', label: '无键' },
    ]);
    expect(compileForm(read.definition as never, vocabulary).fields.get('b')?.node.tag).toBe('el-select');
    expect(brief(read.problems)).toEqual([
      'error DOC_UNKNOWN_TAG 2/tag',
      'warning DOC_DUPLICATE_KEY 3/__vModel__',
      'error DOC_NO_KEY 4',
    ]);
  });

  it('calls a node by a name that can be read when the label itself is wrong, and says that options cannot depend on their own field', () => {
    const said = (node: object): string[] => parse([node]).problems.map(({ message }) => message);
    expect(said({ tag: 'el-input', __vModel__: 'a', label: { zh: '甲' } })).toEqual(['a 的 label：应为文本']);
    expect(
      said({ tag: 'el-select', __vModel__: 's', label: '省份', dependKey: 's', __slot__: { options: [] } }),
    ).toEqual(['省份：选项不能依赖本字段']);
  });

  it('with a title of a missing field is warned of it', () => {
    expect(brief(parse({ titleTemplate: '${a}（${b}）', fields: [input('a')] }).problems)).toEqual([
      'warning DOC_REFERENCE titleTemplate',
    ]);
  });

  it('with an error can still be shown, and tells that it must not be published', () => {
    const { definition, problems } = parse([input('a', { visibleWhen: 'nope == 1' })]);
    expect(definition?.fields).toHaveLength(1);
    expect(hasErrors(problems)).toBe(true);
  });
});

describe('expressions of a form', () => {
  const number = (key: string, more: object = {}): object => ({
    tag: 'el-input-number',
    __vModel__: key,
    label: key,
    ...more,
  });

  it('that name a missing field are refused at their place', () => {
    const { problems } = parse([{ __config__: { tag: 'el-input', visibleWhen: 'a == "" && b > 1' }, __vModel__: 'a' }]);
    expect(brief(problems)).toEqual(['error DOC_EXPRESSION_NAME 0/__config__/visibleWhen']);
    expect(problems[0]?.params.name).toBe('b');
  });

  it('that compare a text with a number are refused', () => {
    const { problems } = parse([input('a'), number('n', { requiredWhen: 'a > 3' })]);
    expect(problems.map(({ message }) => message)).toEqual(['表达式有误：文本与数字不能用“>”运算']);
  });

  it('must come to yes or no as a condition, and to the field’s type as a computation', () => {
    const { problems } = parse([
      number('n', { visibleWhen: 'n + 1', computed: '"x"' }),
      input('s', { computed: 'n * 2' }),
    ]);
    expect(brief(problems)).toEqual([
      'error DOC_EXPRESSION 0/visibleWhen',
      'error DOC_EXPRESSION 0/computed',
      'error DOC_EXPRESSION 1/computed',
    ]);
  });

  it('in a circle are refused, once, with the circle', () => {
    const { problems } = parse([
      number('a', { computed: 'c + 1' }),
      number('b', { computed: 'a' }),
      number('c', { computed: 'b' }),
      number('d', { computed: 'a' }),
    ]);
    expect(brief(problems)).toEqual(['error DOC_EXPRESSION_CYCLE 0/computed']);
    expect(problems[0]?.params.cycle).toBe('a → c → b → a');
  });

  it('may run from columns to the form and back, as long as no column needs itself', () => {
    const rows = (amount: string): object => ({
      tag: 'subTable',
      __vModel__: 't',
      children: [number('price'), number('amount', { computed: amount })],
    });
    const total = number('total', { computed: 'sum(t.map(r, r.amount))' });
    expect(parse([rows('price * form.rate'), number('rate'), total]).problems).toEqual([]);
    expect(brief(parse([rows('price / form.total'), total]).problems)).toEqual([
      'error DOC_EXPRESSION_CYCLE 0/children/1/computed',
    ]);
  });

  it('know the columns of their own row, and no other table’s', () => {
    const table = {
      tag: 'subTable',
      __vModel__: 't',
      children: [number('n'), number('m', { computed: 'n * 2 + other' })],
    };
    expect(parse([table]).problems.map(({ params }) => params.name)).toEqual(['other']);
  });

  it('reach the user, the node and the state', () => {
    expect(
      parse([
        input('a', { visibleWhen: '"admin" in user.roles && taskNode != "x" && flowState == "0" && user.id != ""' }),
      ]).problems,
    ).toEqual([]);
  });
});

describe('a screen definition', () => {
  it('is read with nested blocks, and its problems are placed in it', () => {
    const root = {
      tag: 'page',
      children: [
        {
          tag: 'list',
          formKey: 'x',
          rowActions: [
            { name: 'edit', when: 'row.flwState == "0" && user.id == row.createBy' },
            { name: 'view', when: 'foo(' },
          ],
        },
        { tag: 'nope' },
      ],
    };
    const parsed = parseScreenDefinition({ screenKey: 'a/b/list', title: '列表', root }, vocabulary);
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        screenKey: 'a/b/list',
        root: { tag: 'page', children: [{ tag: 'list' }, { tag: 'placeholder', sourceTag: 'nope' }] },
      },
    });
    expect(brief(parsed.problems)).toEqual([
      'error DOC_UNKNOWN_TAG root/children/1/tag',
      'error DOC_EXPRESSION root/children/0/rowActions/1/when',
    ]);
  });

  it('says what it names of other documents, and what of that is not there is told at its place', () => {
    const list = {
      tag: 'list',
      formKey: 'seals',
      columns: [{ field: 'sealTitel' }, { field: 'sealTitle' }, { field: 'createTime' }],
      filters: [{ field: 'projectNam' }, { field: 'flwState' }],
      sort: { field: 'sent' },
      fixedQuery: { sealTitle: 'x', sealtitle: 'y' },
      topActions: [{ name: 'creat' }, { name: 'create', when: 'row.sealTitle == "x"' }],
      rowActions: [
        {
          name: 'edit',
          when: 'row.creatBy == user.id || row.createBy == user.id || row["nonsense"] == row.sealTitleLabel',
        },
        { name: 'ours' },
      ],
    };
    const root = {
      tag: 'page',
      children: [
        list,
        { tag: 'detail', formKey: 'seal' },
        { tag: 'list', columns: [{ field: 'any' }] },
        { tag: 'codeCards', formKey: 'seals', fields: ['gone', 'sealTitle'], target: '/x' },
        { tag: 'list', formKey: 'unasked', columns: [{ field: 'any' }] },
        {
          tag: 'noticeManager',
          fields: [{ tag: 'el-select', __vModel__: 'kind', label: '类别', isDict: '1', dictCode: 'noSuch' }],
        },
      ],
    };
    const parsed = parseScreenDefinition({ screenKey: 'a/b/list', title: '列表', root }, vocabulary);
    expect(brief(parsed.problems)).toEqual(['error DOC_EXPRESSION_NAME root/children/0/topActions/1/when']);
    const found = checkExternalNames(parsed.ok ? parsed.externalNames : [], {
      fieldsOf: (key) => ({ seals: new Set(['sealTitle']), seal: null })[key],
      holds: () => undefined,
      hasDictionary: (code) => code !== 'noSuch',
      hasAction: (name) => ['create', 'edit', 'ours'].includes(name),
      buttonsOf: () => undefined,
    });
    expect(brief(found)).toEqual([
      'warning DOC_REFERENCE root/children/0/columns/0/field',
      'warning DOC_REFERENCE root/children/0/filters/0/field',
      'warning DOC_EVENT root/children/0/topActions/0/name',
      'error DOC_EXPRESSION_NAME root/children/0/rowActions/0/when',
      'error DOC_EXPRESSION_NAME root/children/0/rowActions/0/when',
      'error DOC_REFERENCE root/children/0/sort/field',
      'error DOC_REFERENCE root/children/0/fixedQuery/sealtitle',
      'error DOC_REFERENCE root/children/1/formKey',
      'warning DOC_REFERENCE root/children/3/fields/0',
      'warning DOC_REFERENCE root/children/5/fields/0/dictCode',
    ]);
    expect(found[0]?.message).toBe('引用的字段“sealTitel”不存在');
  });

  it('in the views of a list: the fields and buttons of its form, what a display mode needs, and each name once', () => {
    const root = {
      tag: 'list',
      formKey: 'seals',
      view: { kind: 'gantt' },
      views: [
        { name: '在办', kind: 'board', by: 'gone' },
        { name: '在办', conditions: [{ field: 'nothing', op: 'empty' }] },
        { name: '日历', kind: 'calendar' },
      ],
      board: {
        by: 'sealTitle',
        moves: [
          { to: '完', action: 'finish' },
          { to: '止', action: 'noSuch' },
        ],
      },
    };
    const parsed = parseScreenDefinition({ screenKey: 'a/b/list', title: '列表', root }, vocabulary);
    expect(brief(parsed.problems)).toEqual([
      'error DOC_LIST_VIEW root/view',
      'error DOC_LIST_VIEW root/views/1/name',
      'error DOC_LIST_VIEW root/views/2/kind',
    ]);
    const found = checkExternalNames(parsed.ok ? parsed.externalNames : [], {
      fieldsOf: () => new Set(['sealTitle']),
      holds: () => undefined,
      hasDictionary: () => true,
      hasAction: () => true,
      buttonsOf: () => new Set(['finish']),
    });
    expect(brief(found)).toEqual([
      'warning DOC_REFERENCE root/views/0/by',
      'error DOC_REFERENCE root/views/1/conditions/0/field',
      'error DOC_REFERENCE root/board/moves/1/action',
    ]);
  });

  it('in the map of a list: the field of the area, or both coordinates, and what they hold', () => {
    const mapProblems = (map: object | undefined) => {
      const root = { tag: 'list', formKey: 'seals', view: { kind: 'map' }, ...(map ? { map } : {}) };
      const parsed = parseScreenDefinition({ screenKey: 'a/b/list', title: '列表', root }, vocabulary);
      const found = checkExternalNames(parsed.ok ? parsed.externalNames : [], {
        fieldsOf: () => new Set(['region', 'amount']),
        holds: (_formKey, field, content) => (field === 'region') === (content === 'area'),
        hasDictionary: () => true,
        hasAction: () => true,
        buttonsOf: () => new Set(),
      });
      return [...parsed.problems, ...found].map(({ path, message }) => `${path.join('/')} ${message}`);
    };
    expect(mapProblems({ area: 'region' })).toEqual([]);
    expect(mapProblems({ longitude: 'amount', latitude: 'amount' })).toEqual([]);
    expect(mapProblems({ longitude: 'amount' })).toEqual(['root/map 列表的设置有误：地图写了经度，没有写纬度']);
    expect(mapProblems({ latitude: 'amount' })).toEqual(['root/map 列表的设置有误：地图写了纬度，没有写经度']);
    expect(mapProblems({})).toEqual(['root/map 列表的设置有误：地图要写明地区字段，或经度和纬度']);
    expect(mapProblems({ area: 'region', longitude: 'amount', latitude: 'amount' })).toHaveLength(1);
    expect(mapProblems({ area: 'gone' })).toEqual(['root/map/area 引用的字段“gone”不存在']);
    expect(mapProblems({ area: 'amount' })).toEqual([
      'root/map/area 列表的设置有误：字段“amount”不是地区字段：应为单选的省市级联、选项，或填写区划代码、地址的文本',
    ]);
    expect(mapProblems({ longitude: 'region', latitude: 'amount' })).toEqual([
      'root/map/longitude 列表的设置有误：字段“region”不是数字字段',
    ]);
    expect(mapProblems(undefined)).toEqual(['root/view 列表的设置有误：“地图”要先设置地区字段，或经度和纬度']);
  });

  it('loses an item with two errors alone, not its neighbour', () => {
    const root = {
      tag: 'list',
      formKey: 'x',
      columns: [{ field: 'a' }, { field: {}, title: {}, width: {} }, { field: 'b' }, { field: 'c' }],
    };
    const parsed = parseScreenDefinition({ screenKey: 'a/b/list', title: '列表', root }, vocabulary);
    expect(parsed).toMatchObject({ value: { root: { columns: [{ field: 'a' }, { field: 'b' }, { field: 'c' }] } } });
    expect(brief(parsed.problems)).toEqual([
      'error DOC_SHAPE root/columns/1/field',
      'error DOC_SHAPE root/columns/1/title',
      'error DOC_SHAPE root/columns/1/width',
    ]);
  });

  it('without a root is refused', () => {
    expect(parseScreenDefinition({ screenKey: 'x', title: 'x' }, vocabulary).ok).toBe(false);
    expect(parseScreenDefinition('[', vocabulary).problems[0]?.code).toBe('DOC_SYNTAX');
  });
});

it('tabs without panes are told of by what is missing, not as an unknown element (A13)', () => {
  const { problems } = parseFormDefinition({ formKey: 'a', formName: 'a', fields: [{ tag: 'tabs' }] }, vocabulary);
  expect(problems.map(({ code, path, message }) => [code, path.join('.'), message])).toEqual([
    ['DOC_SHAPE', 'fields.0', 'tabs：缺少“items”'],
  ]);
});
