import fc from '../../support/fc.ts';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/server/http/refusal.ts';
import type { PackItem } from '../../../src/server/packs/packItem.ts';
import { mapItem } from '../../../src/server/packs/mapping.ts';
import { packText, readPack, type Pack } from '../../../src/server/packs/packFile.ts';

const FLOW = '<?xml version="1.0"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" id="d"/>';
const items: PackItem[] = [
  {
    kind: 'dictionary',
    key: 'carKind',
    name: '车型',
    content: { typeName: '车型', parentCode: null, items: [{ dictLabel: '轿车', dictValue: '1', sn: 1 }] },
    needs: [],
  },
  { kind: 'flow', key: 'carFlow', name: '用车审批', content: FLOW, needs: [] },
  {
    kind: 'form',
    key: 'car',
    name: '车辆',
    content: { formKey: 'car', formName: '车辆', fields: [{ tag: 'el-input', __vModel__: 'plate', label: '车牌' }] },
    needs: [{ kind: 'dictionary', key: 'carKind', name: '车型', path: ['fields', 0], place: '字段“车型”' }],
  },
  {
    kind: 'role',
    key: 'fleet',
    name: '车队',
    content: {
      name: '车队',
      note: '',
      sn: 0,
      permissions: [],
      scopes: [{ formKey: '', scope: 'unit' }],
      forms: [{ formKey: 'car', rights: ['see'], hidden: [], locked: ['plate'] }],
    },
    needs: [],
  },
  {
    kind: 'menu',
    key: 'cars',
    name: '车辆',
    content: { parentCode: 'office', roles: ['fleet'], place: 3, item: { name: '车辆', path: 'cars' } },
    needs: [],
  },
];
const pack: Pack = { name: '用车', note: '', madeAt: '2026-11-24 10:00:00', madeBy: '甲', items };
const text = packText(pack);

/** What a refusal says; null where the pack was read. */
function refusalOf(given: string): string | null {
  try {
    readPack(given);
    return null;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'PACK_FILE') return error.message;
    throw error;
  }
}
/** The file with something else in it, sealed anew or not. */
const changed = (change: (file: Record<string, unknown> & { items: Record<string, unknown>[] }) => void): string => {
  const file = JSON.parse(text) as Record<string, unknown> & { items: Record<string, unknown>[] };
  change(file);
  return JSON.stringify(file);
};
const sealed = (...given: PackItem[]): string => packText({ ...pack, items: given });

describe('the file of a pack', () => {
  it('gives again what was put in, however its JSON is laid out', () => {
    expect(readPack(text)).toEqual(pack);
    expect(readPack(JSON.stringify(JSON.parse(text)))).toEqual(pack);
  });

  it('is refused in Chinese, with the place, when a thing in it was changed', () => {
    const other = changed((file) => {
      for (const item of file.items)
        if (item['kind'] === 'form') item['content'] = { formKey: 'car', formName: '别的' };
    });
    expect(refusalOf(other)).toBe(
      '配置包无法使用：第 3 项，表单“车辆”（car）的内容与校验值不符，文件可能已损坏或被改动过，请重新导出',
    );
  });

  it('is refused when a thing was taken out, put in twice, or its head was changed', () => {
    expect(refusalOf(changed((file) => void file.items.pop()))).toContain('清单与校验值不符');
    expect(refusalOf(changed((file) => void (file['name'] = '另一个')))).toContain('清单与校验值不符');
    expect(refusalOf(sealed(items[0] as PackItem, items[0] as PackItem))).toContain('字典“车型”（carKind）出现了两次');
  });

  it.each([
    ['nothing', '', '内容为空'],
    ['a text', '你好', '不是完整的配置包'],
    ['a part of it', text.slice(0, text.length / 2), '不是完整的配置包'],
    ['other JSON', '{"a":1}', '不是本系统的配置包'],
    ['null', 'null', '不是本系统的配置包'],
    ['one of a newer product', changed((file) => void (file['version'] = 2)), '请先升级本系统'],
    ['one without things', changed((file) => void (file.items = [])), '包中没有内容'],
    ['nesting without end', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, '不是完整的配置包'],
  ])('is refused when it is %s', (_name, given, words) => {
    expect(refusalOf(given)).toContain(words);
  });

  it.each([
    ['a dictionary without entries', { ...items[0], content: { typeName: '车型', parentCode: null } }, '缺少“items”'],
    [
      'a right that is none',
      { ...items[3], content: { ...(items[3]?.content as object), permissions: [1] } },
      '“permissions › 0”应为文字',
    ],
    [
      'a role with people',
      { ...items[3], content: { ...(items[3]?.content as object), members: ['u1'] } },
      '有多余的“members”',
    ],
    ['a key that is a path', { ...items[2], key: '../car' }, '键不正确'],
    ['a form that is a text', { ...items[2], content: 'x' }, '应为对象'],
  ])('names a thing whose content is wrong although its hash is right: %s', (_name, item, words) => {
    expect(refusalOf(sealed(item as PackItem))).toContain(words);
    expect(refusalOf(sealed(item as PackItem))).toContain('第 1 项');
  });

  it('is read as it was or refused, whatever sign of it changes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: text.length - 1 }),
        fc.oneof(
          fc.constantFrom('', '0', '"', '{', ']', '\\', '，', '\u0000', 'null', ',"a":1'),
          fc.string({ maxLength: 3 }),
        ),
        fc.integer({ min: 0, max: 4 }),
        (at, put, cut) => {
          const given = text.slice(0, at) + put + text.slice(at + cut);
          const refused = refusalOf(given);
          // a changed blank between two values says the same
          if (refused === null) expect(readPack(given)).toEqual(pack);
          else expect(refused).toMatch(/^配置包无法使用：.*[\u4e00-\u9fff]/s);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('is read or refused, and never throws anything else, whatever stands in place of a value', () => {
    const paths = ['format', 'version', 'name', 'note', 'items', 'hash'];
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), fc.integer({ min: 0, max: 5 }), (key, value, index) => {
        refusalOf(changed((file) => void (file[key] = value)));
        for (const inner of ['kind', 'key', 'name', 'content', 'needs', 'hash'])
          refusalOf(
            changed((file) => {
              const item = file.items[index];
              if (item) item[inner] = value;
            }),
          );
      }),
      { numRuns: 200 },
    );
  });
});

it('a holder whose key is written with entities gets the local key', () => {
  const flow = (value: string): string => `<sf:candidates type="post" value="${value}"/>`;
  const mapped = (xml: string, mapping: Record<string, string>): unknown =>
    mapItem({ kind: 'flow', key: 'f', name: 'f', content: xml, needs: [] }, mapping).content;
  const written = flow('研发 &amp; 测试 &quot;组长&quot;, &#24037;程师');
  expect(mapped(written, { 'post 研发 & 测试 "组长"': '组长 & 代理' })).toBe(flow('组长 &amp; 代理,工程师'));
  expect(mapped(written, { 'post 工程师': '技术员' })).toBe(flow('研发 &amp; 测试 &quot;组长&quot;,技术员'));
  expect(mapped(flow('研发 &amp; 测试'), { 'post 工程师': '技术员' })).toBe(flow('研发 &amp; 测试'));
});
