import { describe, expect, it } from 'vitest';
import { compileForm } from '../../src/kernel/compile.ts';
import { parseFormDefinition } from '../../src/importer/parse.ts';
import { brief, define, situation, vocabulary } from '../kernel/support.ts';

const fieldsOf = (input: unknown): Record<string, unknown>[] => {
  const found = parseFormDefinition(input, vocabulary, { formKey: 'test', formName: '测试' });
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return found.value.fields as unknown as Record<string, unknown>[];
};
const family = (tag: string, key: string, more: object = {}) => ({
  __config__: { tag, label: key, layout: 'colFormItem', formId: key },
  __vModel__: key,
  ...more,
});

describe('rules of other designers', () => {
  it('form-js: required, lengths, bounds, a pattern and a kind of text; words stay words', () => {
    const [name, age, words, mail] = fieldsOf({
      components: [
        {
          type: 'textfield',
          key: 'name',
          label: '姓名',
          id: 'F1',
          validate: { required: true, minLength: 2, maxLength: 5, pattern: '^[A-Z]+$' },
        },
        { type: 'number', key: 'age', label: '年龄', id: 'F2', validate: { min: 1, max: 9 } },
        { type: 'text', id: 'F3', text: '请如实填写' },
        { type: 'textfield', key: 'mail', label: '邮箱', id: 'F4', validate: { validationType: 'email' } },
      ],
      type: 'default',
    });
    expect(name).toMatchObject({ required: true, minlength: 2, maxlength: 5, regList: [{ pattern: '^[A-Z]+$' }] });
    expect(age).toMatchObject({ tag: 'el-input-number', min: 1, max: 9 });
    expect(words).toMatchObject({ tag: 'text', text: '请如实填写' });
    expect(mail).toMatchObject({ regList: [{ message: '邮箱格式不正确' }] });
  });

  it.each(['tipsDesc', 'description', 'tips', 'tip'])('a help text under `%s` is read, and not called lost', (key) => {
    const field = { tag: 'el-input', __vModel__: 'a', label: 'a', [key]: '请填全称' };
    const parsed = parseFormDefinition({ formKey: 'a', formName: 'a', fields: [field] }, vocabulary);
    expect(parsed).toMatchObject({ ok: true, problems: [], value: { fields: [{ help: '请填全称' }] } });
  });

  it('a rule that names a format without a sentence gets the sentence of the format, under either key', () => {
    const fields = fieldsOf({
      fields: ['type', 'format'].map((key) => family('el-input', key, { rules: [{ [key]: 'email' }] })),
    });
    const sentences = fields.map(({ regList }) => (regList as { message?: string }[])[0]?.message);
    expect(sentences).toEqual(['邮箱格式不正确', '邮箱格式不正确']);
  });

  it('amis: `validations` as an object and as a text, with their own sentences, also inside a group', () => {
    const [group, site] = fieldsOf({
      type: 'page',
      body: {
        type: 'form',
        body: [
          {
            type: 'group',
            body: [
              {
                type: 'input-text',
                name: 'mail',
                validations: { isEmail: true, minLength: 3 },
                validationErrors: { isEmail: '不是邮箱' },
              },
              { type: 'input-number', name: 'count', validations: { minimum: 1, maximum: 5 } },
            ],
          },
          { type: 'input-text', name: 'site', validations: 'isUrl,matchRegexp:/^a/' },
        ],
      },
    }) as [{ children: object[] }, object];
    expect(group.children).toMatchObject([
      { tag: 'el-input', minlength: 3, regList: [{ message: '不是邮箱' }] },
      { tag: 'el-input-number', min: 1, max: 5 },
    ]);
    expect(site).toMatchObject({ regList: [{ message: '网址格式不正确' }, { pattern: '/^a/' }] });
  });

  it('form-create: bounds of a number, boxes to tick in a tree, an upload of pictures', () => {
    const [count, tree, picture] = fieldsOf([
      { type: 'inputNumber', field: 'count', title: '数', validate: [{ type: 'number', min: 1, max: 5 }] },
      {
        type: 'tree',
        field: 'parts',
        title: '部位',
        value: [1, 2],
        props: {
          showCheckbox: true,
          data: [
            { id: 1, label: '甲' },
            { id: 2, label: '乙' },
          ],
        },
      },
      { type: 'upload', field: 'photo', title: '照片', props: { uploadType: 'image', action: '/x' } },
    ]);
    expect(count).toMatchObject({ min: 1, max: 5 });
    expect(tree).toMatchObject({ multiple: true, defaultValue: [1, 2] });
    expect(picture).toMatchObject({ tag: 'el-upload', accept: 'image/*' });
  });

  it('JSON Schema: the fields that an object requires stay required where the object is required too', () => {
    const [address] = fieldsOf({
      type: 'object',
      required: ['address'],
      properties: {
        address: {
          type: 'object',
          title: '地址',
          required: ['city'],
          properties: { city: { type: 'string', title: '城市' }, street: { type: 'string', title: '街道' } },
        },
      },
    }) as [{ children: object[] }];
    expect(address.children).toMatchObject([{ __vModel__: 'city', required: true }, { __vModel__: 'street' }]);
    expect(address.children[1]).not.toHaveProperty('required', true);
  });

  it('an empty list of columns beside a list of options does not take the options away', () => {
    const options = [{ label: '甲', value: 'a' }];
    const [kind] = fieldsOf([{ type: 'select', model: 'kind', label: '类别', options, columns: [] }]);
    expect(kind).toMatchObject({ tag: 'el-select', __vModel__: 'kind', __slot__: { options } });
  });

  it('special handling of a choice is reported as a rule that is lost', () => {
    const found = parseFormDefinition({ fields: [family('el-select', 'kind', { specialHandle: true })] }, vocabulary, {
      formKey: 'test',
      formName: '测试',
    });
    expect(brief(found.problems)).toContainEqual(expect.stringMatching(/DOC_UNUSED.*specialHandle/));
  });

  it('SurveyJS: validators of texts and numbers, choices of columns', () => {
    const [page] = fieldsOf({
      pages: [
        {
          name: 'page1',
          elements: [
            {
              type: 'text',
              name: 'a',
              isRequired: true,
              validators: [{ type: 'regex', regex: '^a', text: '须以 a 开头' }],
            },
            { type: 'text', name: 'n', validators: [{ type: 'numeric', minValue: 1, maxValue: 9 }] },
            {
              type: 'matrixdynamic',
              name: 'rows',
              columns: [{ name: 'state', cellType: 'dropdown', choices: ['好'] }],
            },
          ],
        },
      ],
    }) as [{ children: object[] }];
    expect(page.children).toMatchObject([
      { tag: 'el-input', required: true, regList: [{ pattern: '^a', message: '须以 a 开头' }] },
      { tag: 'el-input-number', min: 1, max: 9 },
      { tag: 'subTable', children: [{ tag: 'el-select', __slot__: { options: [{ label: '好', value: '好' }] } }] },
    ]);
  });
});

describe('an upload that says nothing of its files', () => {
  it('takes more than documents, and the import says so; one of pictures stays one', () => {
    const found = parseFormDefinition(
      {
        fields: [
          family('el-upload', 'a'),
          family('el-upload', 'b', { accept: '' }),
          family('el-upload', 'c', { accept: '.pdf' }),
        ],
      },
      vocabulary,
      { formKey: 'test' },
    );
    if (!found.ok) throw new Error('not read');
    expect(found.value.fields).toMatchObject([
      { accept: expect.stringMatching(/\.docx.*\.jpg.*\.zip/) },
      { accept: expect.stringMatching(/\.docx.*\.jpg.*\.zip/) },
      { accept: '.pdf' },
    ]);
    expect(found.notes.filter(({ code }) => code === 'DOC_ACCEPT')).toHaveLength(2);
  });
});

describe('a field that is required and locked', () => {
  const problemsOf = (more: object) => {
    const found = parseFormDefinition(
      { fields: [{ tag: 'el-upload', __vModel__: 'f', label: '附件', flowEditable: '1', required: true, ...more }] },
      vocabulary,
      { formKey: 'test' },
    );
    return brief(found.problems).map((line) => line.split(' ').slice(0, 2).join(' '));
  };
  it('and that nothing fills is a warning, for nobody can ever send it', () => {
    expect(problemsOf({ disabled: true })).toEqual(['warning DOC_LOCKED']);
  });
  it('is none where it may be filled in or something fills it', () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ tag: 'el-input', readonly: true, defaultValue: '甲' })).toEqual([]);
    expect(problemsOf({ tag: 'el-input', readonly: true, computed: '"甲"' })).toEqual([]);
  });
});

it('two options with one value are a warning, also below another option, but not where they depend on a field', () => {
  const option = (label: string, value: unknown, more: object = {}) => ({ label, value, ...more });
  const warningsOf = (options: object[], more: object = {}) => {
    const fields = [
      { tag: 'el-select', __vModel__: 'f', label: '状态', __slot__: { options }, ...more },
      { tag: 'el-input', __vModel__: 'g', label: '类别' },
    ];
    const found = parseFormDefinition({ fields }, vocabulary, { formKey: 'test' });
    return found.problems.filter(({ code }) => code === 'DOC_SAME_OPTION').map(({ message }) => message);
  };
  const told = '“状态”有两个选项的值都是“1”，保存后分不出选的是哪一个';
  expect(warningsOf([option('在用', 1), option('停用', '1'), option('其他', 2)])).toEqual([told]);
  expect(warningsOf([option('甲', 'a', { children: [option('乙', '1'), option('丙', '1')] })])).toEqual([told]);
  expect(warningsOf([option('在用', 1), option('停用', 1)], { dependKey: 'g' })).toEqual([]);
});

describe('a lock that the upload of another designer does not read', () => {
  it('locks no required upload, and the import says so; one that may stay empty stays locked', () => {
    const found = parseFormDefinition(
      {
        fields: [
          family('el-upload', 'a', { required: true, disabled: true }),
          family('el-upload', 'b', { required: '1', readonly: '1' }),
          family('el-upload', 'c', { disabled: true }),
          family('el-input', 'd', { required: true, disabled: true }),
        ],
      },
      vocabulary,
      { formKey: 'test' },
    );
    if (!found.ok) throw new Error('not read');
    const [a, b, c, d] = found.value.fields as unknown as Record<string, unknown>[];
    expect([a?.disabled, b?.readonly, c?.disabled, d?.disabled]).toEqual([undefined, undefined, true, true]);
    const told = found.problems.filter(({ code }) => code.startsWith('DOC_LOCK'));
    expect(told.map(({ code, level, path }) => [code, level, path.join('.')])).toEqual([
      ['DOC_LOCK_LEFT_OUT', 'warning', 'fields.0.disabled'],
      ['DOC_LOCK_LEFT_OUT', 'warning', 'fields.1.readonly'],
      ['DOC_LOCKED', 'warning', 'fields.3.required'],
    ]);
  });
});

describe('a field of an unknown kind in a table', () => {
  const known = family('el-input', 'name');
  const unknown = {
    __config__: { layout: 'rowFormItem', label: '得分', formId: 'score', componentName: 'scoreBox' },
    __vModel__: 'score',
  };

  it.each([
    ['el-table', [known, unknown]],
    ['el-table', [unknown, known]],
    ['sub-form', [known, unknown]],
    ['sub-form', [unknown, known]],
  ])('stands after the table as a placeholder, whatever stands before it: %s %#', (tag, children) => {
    expect(fieldsOf({ fields: [{ ...family(tag, 'rows'), children }] })).toMatchObject([
      { tag: 'subTable', children: [{ tag: 'el-input', __vModel__: 'name' }] },
      { tag: 'placeholder', sourceTag: 'scoreBox' },
    ]);
  });
});

describe('what an element kept of another kind', () => {
  it('options restrict no text, neither when it is read nor in a document that has them', () => {
    const options = { __slot__: { options: [{ label: '甲', value: 1 }] } };
    expect(fieldsOf({ fields: [family('el-input', 'name', options)] })[0]).not.toHaveProperty('__slot__');
    const form = compileForm(define([{ tag: 'el-input', __vModel__: 'a', label: 'a', ...options }]), vocabulary);
    expect(form.fields.get('a')?.validate('随便写', { values: {}, situation: situation({}) })).toEqual([]);
  });

  it('`editable: false` of a picker forbids typing, not picking; of a text it locks', () => {
    const [date, time, text] = fieldsOf({
      fields: [
        family('el-date-picker', 'd', { editable: false }),
        family('el-time-picker', 't', { editable: false }),
        family('el-input', 'i', { editable: false }),
      ],
    });
    expect([date?.readonly, time?.readonly, text?.readonly]).toEqual([undefined, undefined, true]);
  });
});
