import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readLenient } from '../../../src/designer/check/lenient.ts';
import { readDefinitionText, readDefinitionFile } from '../../../src/designer/check/definitionText.ts';
import { splitForms } from '../../../src/designer/check/splitForms.ts';

const FORM = { fields: [{ tag: 'el-input', __vModel__: 'a', label: '名称' }] };
const text = JSON.stringify(FORM);
const meaning = (given: string): unknown => {
  const read = readLenient(given);
  return read ? JSON.parse(read.text) : null;
};

const same: [title: string, given: string, repairs: string[]][] = [
  ['JSON', text, []],
  ['JSON with a mark of order', `\uFEFF${text}`, []],
  [
    'comments and trailing commas',
    '{ // 表单\n "fields": [ { "tag": "el-input", /* 键 */ "__vModel__": "a", "label": "名称", }, ], }',
    ['略去了注释', '略去了末尾多余的逗号'],
  ],
  [
    'a JavaScript object',
    "{ fields: [{ tag: 'el-input', __vModel__: `a`, label: '名\\u79f0' }] }",
    ['键名补上了引号', '单引号、反引号按引号读取'],
  ],
  ['a module', `import x from 'y';\n// 默认\nexport default ${text};\n`, ['取出了代码文件中的定义']],
  ['a constant', `export const form: FormConf = ${text}`, ['取出了代码文件中的定义']],
  ['a CommonJS module', `'use strict';\nmodule.exports = ${text};`, ['取出了代码文件中的定义']],
  ['text with its escapes', text.replaceAll('"', '\\"'), ['去掉了多余的转义']],
  ['text with its escapes, twice', text.replaceAll('"', '\\\\\\"'), ['去掉了多余的转义']],
];

describe('a file that somebody has instead of JSON', () => {
  it.each(same)('is read for what it means: %s', (_title, given, repairs) => {
    expect(meaning(given)).toEqual(FORM);
    expect(readLenient(given)?.repairs).toEqual(repairs);
  });

  it('keeps code as code, which nobody runs, and patterns as text', () => {
    const given =
      "[{ pattern: /^1[/3]\\d{9}$/, min: -.5, max: 0x10, render(h) { return h('div', ')') }, on: { change: (e) => [e, '}'] }, value: Date.now(), ok: true, none: undefined, ...rest }]";
    expect(meaning(given)).toEqual([
      {
        pattern: '/^1[/3]\\d{9}$/',
        min: -0.5,
        max: 16,
        render: { $js: "render(h) { return h('div', ')') }" },
        on: { change: { $js: "(e) => [e, '}']" } },
        value: { $js: 'Date.now()' },
        ok: true,
        none: null,
        $spread: { $js: '...rest' },
      },
    ]);
  });

  it('keeps code with patterns that contain quotes and brackets, and with divisions', () => {
    const given = `[{ check: (v) => /["']/.test(v), next: (v) => { return /[)}]'/.test(v) }, half: a / 2 + "/" / b, key: 'x', }]`;
    expect(meaning(given)).toEqual([
      {
        check: { $js: `(v) => /["']/.test(v)` },
        next: { $js: `(v) => { return /[)}]'/.test(v) }` },
        half: { $js: 'a / 2 + "/" / b' },
        key: 'x',
      },
    ]);
  });

  it('has no prototype of its own making', () => {
    expect(Object.getPrototypeOf(meaning('{ __proto__: { x: 1 }, a: 1, }'))).toBe(Object.prototype);
  });

  it.each([
    '',
    '   ',
    '你好',
    '<html><body></body></html>',
    '{ "fields": [',
    '{ a: ',
    '[1, 2',
    "{ a: 'x",
    '{ /* ',
    'export default',
    '{ a: f( }',
    '}',
    'name,age\n1,2',
    `{ a: ${'['.repeat(100_000)}`,
    `${'{a:'.repeat(300)}1${'}'.repeat(300)}`,
  ])('is none when it is %j', (given) => {
    expect(readLenient(given)).toBeNull();
  });

  it.each([
    ['opened brackets in a pattern', `{ a: /${'[a]'.repeat(50_000)}`],
    ['an opened comment', `{ ${'/*'.repeat(100_000)}`],
    ['blanks', `{ a: 1${' '.repeat(200_000)}x }`],
    ['quotes', `{ a: ${"'x' + ".repeat(50_000)}1 }`],
    ['comments before', `${'/* a */'.repeat(50_000)} x`],
  ])('ends soon with %s', (_title, given) => {
    readLenient(given);
  });

  it.each([
    ['utf-16le', [0xff, 0xfe]],
    ['utf-16be', [0xfe, 0xff]],
  ])('is read in %s', async (encoding, mark) => {
    const units = [...text].flatMap((char) => {
      const code = char.charCodeAt(0);
      return encoding === 'utf-16le' ? [code & 255, code >> 8] : [code >> 8, code & 255];
    });
    const read = await readDefinitionFile(new File([new Uint8Array([...mark, ...units])], 'a.json'));
    expect([JSON.parse(read.text), read.repairs]).toEqual([FORM, ['按 UTF-16 编码读取']]);
  });

  it('is read in what Chinese Windows writes', async () => {
    const [before, after] = text.split('名称') as [string, string];
    const read = await readDefinitionFile(
      new File([before, new Uint8Array([0xc3, 0xfb, 0xb3, 0xc6]), after], 'a.json'),
    );
    expect([JSON.parse(read.text), read.repairs]).toEqual([FORM, ['按 GB18030 编码读取']]);
  });

  it('is refused by name when it is empty', async () => {
    await expect(readDefinitionFile(new File([], '空.json'))).rejects.toThrow('“空.json”是空文件，不能导入');
  });

  it('that is a document of ours stays as it was written', () => {
    const own = readFileSync('schemas/platform/home.json', 'utf8').trim();
    expect(readLenient(own)).toEqual({ text: own, repairs: [] });
  });
});

describe('an export of several forms', () => {
  const rows = [
    { id: 1, formName: '请假', content: text },
    { id: 2, name: '报销', content: text },
    { id: 3, content: '已删除' },
  ];

  it.each([
    ['a list', rows],
    ['a page of an answer', { code: 200, data: { records: rows, total: 3 } }],
  ])('is taken apart when it is %s; what is none is not dropped', (_title, value) => {
    const parts = splitForms(readDefinitionText('all.json', JSON.stringify(value)));
    expect(parts.map(({ name }) => name)).toEqual(['请假', '报销', 'all.json 第 3 个']);
    expect(JSON.parse(parts[1]?.text ?? '')).toEqual(rows[1]);
    expect(parts[0]?.repairs).toEqual(['取自“all.json”中的第 1 个']);
  });

  it.each([
    ['one form', FORM],
    ['a bare list of fields', FORM.fields],
    ['a page of one', { rows: rows.slice(0, 1) }],
    ['no form at all', [1, 2]],
    [
      'fields with options',
      [
        { type: 'select', field: 'a', options: { options: [{ list: [] }] } },
        { type: 'grid', columns: [{ list: FORM.fields }] },
      ],
    ],
  ])('is none when it is %s', (_title, value) => {
    expect(splitForms(readDefinitionText('a.json', JSON.stringify(value)))).toHaveLength(1);
  });
});
