import { describe, expect, it } from 'vitest';
import { checkRollups } from '../../src/relations/index.ts';
import type { FormDefinition } from '../../src/kernel/index.ts';
import { createVocabulary } from '../../src/kernel/registry.ts';
import { definitions } from '../../src/server/widgets.generated.ts';

const vocabulary = createVocabulary(definitions);
const contract = (more: object, paid: object = {}): FormDefinition =>
  ({
    formKey: 'contract',
    formName: '合同',
    fields: [
      { tag: 'el-input', __vModel__: 'name', label: '名称' },
      { tag: 'el-input-number', __vModel__: 'agreed', label: '约定' },
      {
        tag: 'el-input-number',
        __vModel__: 'paid',
        label: '已付',
        rollup: { from: 'parts', fn: 'sum', of: 'price' },
        ...paid,
      },
      { tag: 'el-input-number', __vModel__: 'rest', label: '未付', computed: 'agreed - paid' },
      {
        tag: 'subTable',
        __vModel__: 'parts',
        label: '明细',
        children: [{ tag: 'el-input-number', __vModel__: 'price', label: '单价' }],
      },
    ],
    ...more,
  }) as unknown as FormDefinition;
const found = (definition: FormDefinition): unknown[] =>
  checkRollups(definition, { formOf: () => null, vocabulary }).map(({ level, path, message }) => [
    level,
    path.join('.'),
    /“(.+?)”由服务器汇总/.exec(message)?.[1],
  ]);

describe('a value that the server keeps', () => {
  it('is warned of in the template of the title, also as a formula over it, once each', () => {
    expect(found(contract({ titleTemplate: '${name} ${rest} ${ paid } ${rest}' }))).toEqual([
      ['warning', 'titleTemplate', '未付'],
      ['warning', 'titleTemplate', '已付'],
    ]);
    expect(found(contract({ titleTemplate: '${name} ${agreed}' }))).toEqual([]);
  });

  it('is warned of as a field of the title, unless a template makes it', () => {
    expect(found(contract({}, { isTitle: '1' }))).toEqual([['warning', 'fields.2.isTitle', '已付']]);
    expect(found(contract({ titleTemplate: '${name}' }, { isTitle: '1' }))).toEqual([]);
  });
});
