import { describe, expect, test } from 'vitest';
import { isSearched, searchedParams } from '../../src/requests/optionSearch.ts';
import { optionsFromData } from '../../src/kernel/options.ts';

const QUERY = { keyword: '桥', pageNum: 2, pageSize: 20 };
const POST = { isRemote: '1', remote: true, resourseApi: '/sys/projects', resourseApiType: 'POST' };

describe('a call for one page of options', () => {
  test('carries the text under the key that the node names, beside its own parameters', () => {
    expect(searchedParams({ ...POST, resourseApiParams: { kind: 'a', of: '${project}' } }, QUERY)).toEqual({
      kind: 'a',
      of: '${project}',
      keyword: '桥',
      page: { pageNum: 2, pageSize: 20 },
    });
    expect(searchedParams({ ...POST, remoteKey: 'name' }, QUERY)).toEqual({
      name: '桥',
      page: { pageNum: 2, pageSize: 20 },
    });
  });

  test('by GET carries numbers, not an object that an address cannot hold', () => {
    expect(searchedParams({ ...POST, resourseApiType: 'GET' }, QUERY)).toEqual({
      keyword: '桥',
      pageNum: 2,
      pageSize: 20,
    });
  });

  test('puts the text where ${keyword} stands, as text, and leaves the other placeholders', () => {
    const params = { where: [{ like: '%${keyword}%' }], of: '${project}' };
    expect(
      searchedParams({ ...POST, resourseApiParams: params }, { ...QUERY, keyword: '$& ${project}' }),
    ).toMatchObject({ where: [{ like: '%$& ${project}%' }], of: '${project}' });
    expect(params.where[0]?.like).toBe('%${keyword}%');
  });

  test('for a list of records lies in `data`, where the list reads it', () => {
    const node = {
      ...POST,
      resourseApi: '/frmCrud/list/project',
      resourseApiParams: { data: { conditions: [{ field: 'a', value: 1 }] } },
    };
    expect(searchedParams(node, QUERY)).toEqual({
      data: { conditions: [{ field: 'a', value: 1 }], keyword: '桥' },
      page: { pageNum: 2, pageSize: 20 },
    });
    expect(searchedParams({ ...node, resourseApiParams: undefined }, { ...QUERY, keyword: '' })).toEqual({
      data: {},
      page: { pageNum: 2, pageSize: 20 },
    });
  });

  test('is for nodes that say so and ask a call', () => {
    expect([isSearched(POST), isSearched({ ...POST, remote: false }), isSearched({ remote: true })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

test('options of a list of records are named by the fields of the record', () => {
  const data = [{ id: 'r1', fieldsMap: { name: '一号桥', owner: { name: '甲' } } }];
  // as the list of records answers: a page
  for (const dataPath of [undefined, '', 'data', 'data.data'])
    expect(optionsFromData({ data, page: { total: 1 } }, dataPath, { label: 'name', value: 'id' })).toEqual([
      { label: '一号桥', value: 'r1' },
    ]);
  expect(optionsFromData(data, undefined, { label: 'name', value: 'id' })).toEqual([{ label: '一号桥', value: 'r1' }]);
  expect(optionsFromData(data, undefined, { label: 'fieldsMap.owner.name', value: 'fieldsMap.name' })).toEqual([
    { label: '甲', value: '一号桥' },
  ]);
});
