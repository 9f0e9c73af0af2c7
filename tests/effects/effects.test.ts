import { describe, expect, it } from 'vitest';
import {
  checkEffects,
  compileEffectExpression,
  describeAuthority,
  type EffectNames,
  parseEffectExpression,
  readsRecordState,
  recordPrefixFields,
  replacePlaceholders,
} from '../../src/effects/index.ts';
import type { FormDefinition } from '../../src/kernel/index.ts';
import { createVocabulary } from '../../src/kernel/registry.ts';
import { definitions } from '../../src/server/widgets.generated.ts';

const vocabulary = createVocabulary(definitions);
const form = (formKey: string, fields: object[], more: object = {}): FormDefinition =>
  ({ formKey, formName: formKey, fields, ...more }) as unknown as FormDefinition;

const contract = form('contract', [
  { tag: 'el-input', __vModel__: 'no', label: '编号' },
  { tag: 'el-input-number', __vModel__: 'settled', label: '已结算' },
]);
const payment = (more: object = {}): FormDefinition =>
  form(
    'payment',
    [
      { tag: 'el-input-number', __vModel__: 'amount', label: '金额' },
      { tag: 'recordSelector', __vModel__: 'contract', label: '合同', to: 'contract' },
    ],
    more,
  );
const context = (own: FormDefinition, other: FormDefinition = contract) => ({
  formOf: (key: string): FormDefinition | null => ({ payment: own, contract: other })[key as 'contract'] ?? null,
  vocabulary,
});

describe('the authority of a published form', () => {
  it('names what its effects write in other forms and what its roll-ups disclose, each once', () => {
    const rollup = { from: 'payment', via: 'contract', fn: 'sum', of: 'amount' };
    const own = payment({
      effects: [
        { on: 'finished', set: 'contract', fields: { settled: 'amount' } },
        { on: 'finished', when: 'amount > 1.0', set: 'contract', fields: { settled: 'amount' } },
        { on: 'saved', set: 'this', fields: { amount: '1.0' } },
        { on: 'voided', notify: ['creator'], text: '已作废' },
      ],
      actions: [{ key: 'end', label: '终止', at: 'page', effects: [{ void: 'contract' }, { create: 'contract' }] }],
    });
    const { formOf } = context(own);
    expect(describeAuthority(own, formOf)).toEqual([
      '办结后：修改“contract”的已结算',
      '按钮“终止”：作废“contract”的记录',
      '按钮“终止”：生成“contract”的记录',
    ]);
    const kept = form('contract', [{ tag: 'el-input-number', __vModel__: 'settled', label: '已结算', rollup }]);
    expect(describeAuthority(kept, formOf)).toEqual(['“已结算”汇总“payment”的金额，能看此字段的人都能看到']);
  });
});

describe('an expression of an effect', () => {
  const names: EffectNames = {
    definition: payment(),
    prefixes: { it: recordPrefixFields(contract) },
    ...context(payment()),
  };

  it('reads fields of its form, of a prefix, and of a record behind a relation', () => {
    const parsed = parseEffectExpression('contract.settled + amount + it.settled', names, 'double');
    expect(parsed.problems).toEqual([]);
    expect([...parsed.paths.values()].map(({ text, parts }) => [text, parts])).toEqual([
      ['contract.settled', ['contract', 'settled']],
    ]);
    const values: Record<string, unknown> = { contract$$settled: 5, amount: 2, it: { settled: 1 } };
    expect(compileEffectExpression(parsed)((name) => values[name])).toBe(8);
  });

  it('names the path that leads to no field, and leaves texts alone', () => {
    expect(parseEffectExpression('contract.gone', names).problems).toMatchObject([
      { code: 'DOC_EXPRESSION_NAME', params: { name: 'contract.gone' } },
    ]);
    expect(parseEffectExpression('"contract.gone"', names).problems).toEqual([]);
  });
});

describe('the effects of a form', () => {
  it('may name only forms, fields and values that are there', () => {
    const effect = { on: 'finished', set: 'contract', fields: { settled: 'contract.settled + amount' } };
    const judged = (more: object) => {
      const own = payment({ effects: [{ ...effect, ...more }] });
      return checkEffects(own, context(own)).map(({ code, path }) => `${code} ${path.join('.')}`);
    };
    expect(judged({})).toEqual([]);
    expect(judged({ fields: { gone: 'amount' } })).toEqual(['DOC_REFERENCE effects.0.fields.gone']);
    expect(judged({ fields: { settled: '"much"' } })).toEqual(['DOC_EXPRESSION effects.0.fields.settled']);
  });

  it('of a button that scans stand in a list, whose records it finds', () => {
    const judged = (at: string, scan: string) => {
      const own = payment({
        actions: [{ key: 'take', label: '收', at, scan, effects: [{ set: 'this', fields: { amount: '1.0' } }] }],
      });
      return checkEffects(own, context(own)).map(({ path }) => path.join('.'));
    };
    expect(judged('row', 'amount')).toEqual([]);
    expect(judged('page', 'amount')).toEqual(['actions.0.scan']);
    expect(judged('selection', 'gone')).toEqual(['actions.0.scan']);
  });

  it('may add to a relation of a record that they created', () => {
    const project = form('project', [
      { tag: 'recordSelector', __vModel__: 'parts', label: '合同', to: 'contract', multiple: true },
    ]);
    const own = payment({
      effects: [
        { key: 'p', on: 'finished', create: 'project' },
        { on: 'finished', link: 'made.p.parts', to: 'contract' },
      ],
    });
    const { formOf, vocabulary: words } = context(own);
    const judged = checkEffects(own, {
      formOf: (key) => (key === 'project' ? project : formOf(key)),
      vocabulary: words,
    });
    expect(judged.map(({ params }) => params)).toEqual([]);
  });

  it('may not trigger each other for ever', () => {
    const own = payment({ effects: [{ on: 'saved', create: 'contract' }] });
    const other = { ...contract, effects: [{ on: 'saved', create: 'payment' }] } as FormDefinition;
    expect(checkEffects(own, context(own, other))).toMatchObject([
      { path: ['effects', 0], params: { detail: '循环触发：payment → contract → payment' } },
    ]);
    expect(checkEffects(own, context(own))).toEqual([]);
  });
});

it('a placeholder is replaced wherever it stands', () => {
  expect(replacePlaceholders('${a} 与 ${ b.c }', (name) => name.toUpperCase())).toBe('A 与 B.C');
});

it.each([
  ["flwState == '4'", true],
  ["row.flwState in ['3', '4']", true],
  ["flowState != '1' && amount > 0", true],
  ["form.flwState.startsWith('4')", true],
  ["note == 'flwState'", false],
  ["contract.flwState == '3'", false],
  ['amount > 0', false],
])('tells whether the condition %s of a button reads the state of its record', (condition, isRead) => {
  expect(readsRecordState(condition)).toBe(isRead);
});
