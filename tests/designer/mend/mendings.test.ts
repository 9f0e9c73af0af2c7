import { describe, expect, it } from 'vitest';
import { formNotation } from '../../../src/designer/canvas/model/notation.ts';
import type { CanvasDoc } from '../../../src/designer/canvas/model/nodes.ts';
import { checkScreenText } from '../../../src/designer/check/checkScreenText.ts';
import { checkText } from '../../../src/designer/check/checkText.ts';
import { quickFixFor } from '../../../src/designer/mend/quickFixes.ts';
import { nearestWord } from '../../../src/designer/mend/nearest.ts';
import { createVocabulary } from '../../../src/kernel/index.ts';
import { definitions } from '../../../src/server/widgets.generated.ts';

const registry = createVocabulary(definitions);
const notation = formNotation(registry, { formKey: 'car', formName: '用车' });
const AMOUNT = { tag: 'el-input-number', __vModel__: 'amount', label: '金额' };

const docOf = (...fields: object[]): CanvasDoc =>
  ({ formKey: 'car', formName: '用车', fields }) as unknown as CanvasDoc;
const problemsOf = (doc: CanvasDoc) => checkText(notation.write(doc), registry, { storedKey: 'car' }).problems;

/** What a mending is called, and the field after it; the problem must be gone then. */
function mended(doc: CanvasDoc, code: string, at: number): { label: string | undefined; field: unknown; left: number } {
  const problem = problemsOf(doc).find((one) => one.code === code);
  if (!problem)
    throw new Error(
      `no ${code}: ${problemsOf(doc)
        .map((one) => one.message)
        .join('; ')}`,
    );
  const mending = quickFixFor(problem, problem.path, doc);
  const next = mending?.change(doc) ?? doc;
  return {
    label: mending?.label,
    field: next.fields[at],
    left: problemsOf(next).filter((one) => one.code === code).length,
  };
}

const input = (more: object): object => ({ tag: 'el-input', __vModel__: 'why', label: '事由', ...more });

const CASES: [title: string, code: string, broken: object, label: string, after: object][] = [
  [
    'a key written nearly so',
    'DOC_EXPRESSION_NAME',
    { visibleWhen: 'amuont > 3.0' },
    '改为“金额”',
    { visibleWhen: 'amount > 3.0' },
  ],
  [
    'a name in place of its key',
    'DOC_EXPRESSION_NAME',
    { visibleWhen: '金额 > 3.0' },
    '改为“金额”',
    { visibleWhen: 'amount > 3.0' },
  ],
  [
    'a key written nearly so after a minus',
    'DOC_EXPRESSION_NAME',
    { visibleWhen: '9.0-amuont > 3.0' },
    '改为“金额”',
    { visibleWhen: '9.0-amount > 3.0' },
  ],
  ['a key twice', 'DOC_DUPLICATE_KEY', { __vModel__: 'amount' }, '改为“amount_2”', { __vModel__: 'amount_2' }],
  ['a key that is none', 'DOC_KEY', { __vModel__: '1 why' }, '改为“f_1_why”', { __vModel__: 'f_1_why' }],
  [
    'no key',
    'DOC_NO_KEY',
    { __vModel__: undefined, label: 'reason' },
    '设为“reason”',
    { __vModel__: 'reason', label: 'reason' },
  ],
  ['a property written nearly so', 'DOC_UNKNOWN_KEY', { placehoder: '请' }, '改为“提示文字”', { placeholder: '请' }],
  ['a property of nothing', 'DOC_UNKNOWN_KEY', { strange: 1 }, '删去“strange”', {}],
  ['a tag written nearly so', 'DOC_UNKNOWN_TAG', { tag: 'el-inptu' }, '改为“', { tag: 'el-input' }],
  ['a word of a list', 'DOC_SHAPE', { type: 'textaera' }, '改为“textarea”', { type: 'textarea' }],
  ['a limit', 'DOC_SHAPE', { span: 30 }, '改为“24”', { span: 24 }],
  ['a value of another kind', 'DOC_SHAPE', { maxlength: 'many' }, '删去“', {}],
  ['required and locked', 'DOC_LOCKED', { required: true, readonly: true }, '取消必填', { readonly: true }],
  ['a script', 'DOC_FUNCTION', { onClick: 'function(){}' }, '删去“onClick”', {}],
];

describe('a problem of a form offers what takes it away', () => {
  it.each(CASES)('%s', (_title, code, broken, label, after) => {
    const found = mended(docOf(AMOUNT, input(broken)), code, 1);
    expect(found.label).toContain(label);
    expect(found.field).toEqual(JSON.parse(JSON.stringify(input(after))));
    expect(found.left).toBe(0);
  });

  it('a missing name is that of the kind, and a reference goes to the key that was meant', () => {
    expect(mended(docOf({ tag: 'sTitle' }), 'DOC_SHAPE', 0)).toMatchObject({
      field: { label: expect.stringMatching(/./) as string },
      left: 0,
    });
    const options = {
      tag: 'el-select',
      __vModel__: 'kind',
      label: '类',
      __slot__: { options: [{ label: '甲', value: '1' }] },
    };
    const found = mended(
      docOf({ ...options, __vModel__: 'sort' }, { ...options, dependKey: 'sotr' }),
      'DOC_REFERENCE',
      1,
    );
    expect(found).toMatchObject({ field: { dependKey: 'sort' }, left: 0 });
  });

  it('in a column the columns of its table are meant before the fields of the form', () => {
    const columns = [
      { tag: 'el-input-number', __vModel__: 'price', label: '单价' },
      { tag: 'el-input-number', __vModel__: 'sum', label: '小计', computed: 'prise * 2.0' },
    ];
    const found = mended(
      docOf(AMOUNT, { tag: 'subTable', __vModel__: 'rows', label: '明细', children: columns }),
      'DOC_EXPRESSION_NAME',
      1,
    );
    expect(found.label).toBe('改为“price”');
    expect(found.left).toBe(0);
  });

  it('a key of another document becomes the key under which it is stored', () => {
    expect(mended({ ...docOf(AMOUNT), formKey: 'boat' }, 'DOC_FORM_KEY', 0)).toMatchObject({
      label: '改为“car”',
      left: 0,
    });
    const page = { screenKey: 'other', title: '页', root: { tag: 'row', children: [] } };
    const [problem] = checkScreenText(JSON.stringify(page), registry, 'page').problems;
    expect(problem?.code).toBe('DOC_SCREEN_KEY');
    const doc = { ...page, fields: [] } as unknown as CanvasDoc;
    const fix = problem && quickFixFor(problem, problem.path, doc);
    expect(fix?.change(doc).screenKey).toBe('page');
  });

  it('what only a person can decide offers nothing, and is left as it is', () => {
    for (const broken of [{ tag: 'star-chart' }, { visibleWhen: 'nothing > 1.0' }]) {
      const doc = docOf(AMOUNT, input(broken));
      const code = 'tag' in broken ? 'DOC_UNKNOWN_TAG' : 'DOC_EXPRESSION_NAME';
      expect(mended(doc, code, 1)).toMatchObject({ label: undefined, field: doc.fields[1] });
    }
    expect(nearestWord('amoun', ['amount', 'other'])).toBe('amount');
    expect(nearestWord('date1', ['date2', 'date3'])).toBeNull();
    expect(nearestWord('a', ['b'])).toBe('b');
  });
});
