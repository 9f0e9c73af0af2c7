import { expect, it } from 'vitest';
import { compileForm } from '../../../src/kernel/index.ts';
import { initialValues } from '../../../src/records/index.ts';
import { withSource } from '../../../src/screens/actions/withSource.ts';
import { FORM, situation } from '../fakes.tsx';
import { createRegistry } from '../../../src/kernel/registry.ts';
import { builtinsPlugin } from '../../../src/widgets/builtins.ts';

const registry = createRegistry([builtinsPlugin]);

it('begins a record with the fields and rows that another one gives; what looks like a placeholder stays text', () => {
  const definition = {
    ...FORM,
    fields: [
      { tag: 'el-input', __vModel__: 'report', label: '报告' },
      { tag: 'el-input', __vModel__: 'remark', label: '备注' },
      { tag: 'el-checkbox-group', __vModel__: 'marks', label: '标志' },
      {
        tag: 'subTable',
        __vModel__: 'items',
        label: '数据',
        canOp: '1',
        commonAdd: '1',
        children: [{ tag: 'el-input', __vModel__: 'result', label: '结果' }],
      },
    ],
  };
  const form = withSource(
    compileForm(definition as never, registry),
    {
      relation: 'report',
      values: { report: 'r1', remark: '报价 ${report} 与 $${', marks: ['${report}', '$&'] },
      rows: {
        items: [
          { id: 'a', fieldsMap: { result: '35.6' } },
          { id: 'b', fieldsMap: { result: '${report}' } },
        ],
      },
    },
    registry,
  );
  const values = initialValues(form, situation);
  expect(values['report']).toBe('r1');
  expect(values['remark']).toBe('报价 ${report} 与 $${');
  expect(values['marks']).toEqual(['${report}', '$&']);
  const rows = values['items'] as { fieldsMap: Record<string, unknown> }[];
  expect(rows.map(({ fieldsMap }) => fieldsMap['result'])).toEqual(['35.6', '${report}']);
  expect(form.definition.fields[0]).toMatchObject({ readonly: true });
});
