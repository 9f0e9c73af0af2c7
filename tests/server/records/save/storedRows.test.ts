import { expect, it } from 'vitest';
import { acceptChanges } from '../../../../src/server/records/save/acceptChanges.ts';
import { compile, nodeRules, situation } from '../../../kernel/support.ts';

it('a person who may add rows but not change those that are stored passes a record with an incomplete stored row', () => {
  const form = compile([
    {
      tag: 'subTable',
      __vModel__: 't',
      editNodeCtr: '经办人',
      children: [{ tag: 'el-input', __vModel__: 'note', label: '复核意见' }],
    },
  ]);
  const rules = nodeRules({
    tables: { t: { add: '1', columns: { note: { editable: '1', required: '1' } } } },
  });
  const stored = { fieldsMap: {}, childTables: { t: [{ id: '1', fieldsMap: { note: '' } }] } };
  const invalid = (rows: { id: string; fieldsMap: Record<string, unknown> }[]): string[] => {
    const { forbidden, invalid: problems } = acceptChanges({
      form,
      stored,
      sent: { fieldsMap: {}, childTables: { t: rows } },
      situation: situation({ taskNode: '复核', nodeRules: rules }),
      strictness: 'complete',
    });
    expect(forbidden).toEqual([]);
    return problems.map(({ code, path }) => `${code} ${path.join('/')}`);
  };
  expect(invalid(stored.childTables.t)).toEqual([]);
  expect(invalid([...stored.childTables.t, { id: '2', fieldsMap: { note: '' } }])).toEqual([
    'VALUE_REQUIRED childTables/t/1/fieldsMap/note',
  ]);
});
