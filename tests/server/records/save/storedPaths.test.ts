import { expect, it } from 'vitest';
import { parseFormDefinition } from '../../../../src/importer/parse.ts';
import { compileForm } from '../../../../src/kernel/compile.ts';
import { createVocabulary } from '../../../../src/kernel/registry.ts';
import { findInvalidOptions } from '../../../../src/server/records/save/invalidOptions.ts';
import { definitions } from '../../../../src/server/widgets.generated.ts';
import { situation } from '../../../kernel/support.ts';

const vocabulary = createVocabulary(definitions);

/** The refused values of a field that holds the path `now`. `options`: the dictionary, with whether an item is retired. */
async function refused(
  options: Readonly<Record<string, boolean>>,
  { before, now, verified = before }: { before: string[]; now: string[]; verified?: string[] },
): Promise<unknown[]> {
  const parsed = parseFormDefinition(
    {
      formKey: 'test',
      formName: '测试',
      fields: [
        { tag: 'el-cascader', __vModel__: 'area', label: '地区', isDict: '1', dictCode: 'area', cascaderGetAll: '1' },
      ],
    },
    vocabulary,
  );
  if (!parsed.ok) throw new Error('no form');
  const record = (area: string[]) => ({ fieldsMap: { area }, childTables: {} });
  const problems = await findInvalidOptions(
    compileForm(parsed.value, vocabulary),
    { stored: record(before), sent: record(now), values: record(now) },
    situation(),
    (_field, _group, value) =>
      Object.hasOwn(options, value) ? { label: value, isRetired: options[value] === true } : undefined,
    async () => record(verified),
  );
  return problems.map(({ params }) => params['value']);
}

it('a stored path stays although one of its items was retired or removed since', async () => {
  const path = ['华东', '苏州'];
  expect(await refused({ 华东: false, 苏州: true }, { before: path, now: path })).toEqual([]);
  expect(await refused({ 华东: false }, { before: path, now: path })).toEqual([]);
});

it('a path with another retired or unknown item is refused, with the item', async () => {
  const options = { 华东: false, 苏州: true, 无锡: true };
  expect(await refused(options, { before: ['华东', '苏州'], now: ['华东', '无锡'] })).toEqual(['无锡']);
  expect(await refused(options, { before: ['华东', '苏州'], now: ['华东', '月球'] })).toEqual(['月球']);
});
