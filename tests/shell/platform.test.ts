import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MenuItem, ScreenDefinition } from '../../src/grammar/documents.ts';
import { documents, nodes } from '../../src/grammar/validators.js';
import { readMenu, type MenuEntry } from '../../src/session/menu.ts';
import { menuRoutes } from '../../src/session/routes.ts';
import { publicPlugins } from '../../src/app/publicPlugins.ts';
import { createRegistry } from '../../src/kernel/registry.ts';

const FOLDER = 'schemas/platform';
const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.json') && name !== 'menu.json',
);
const screens = files.map((name) => ({ name, screen: read<ScreenDefinition>(join(FOLDER, name)) }));

type Loose = { tag: string; [key: string]: unknown };
const tagsIn = (node: Loose): Loose[] => [
  node,
  ...['children', 'sidebar', 'header'].flatMap((key) => ((node[key] ?? []) as Loose[]).flatMap(tagsIn)),
];

for (const { name, screen } of screens) {
  test(`the platform screen ${name} follows the grammar, down to every node, and its key says where it lies`, () => {
    expect([documents['screen-definition'](screen), documents['screen-definition'].errors]).toEqual([true, null]);
    expect(screen.screenKey).toBe(`platform/${name.replace(/\\/g, '/').replace('.json', '')}`);
    for (const node of tagsIn(screen.root))
      expect([node.tag, nodes[node.tag]?.(node), nodes[node.tag]?.errors]).toEqual([node.tag, true, null]);
  });
}

test('every platform screen of the menu exists', () => {
  const wanted = menuRoutes(readMenu(read<MenuItem[]>(join(FOLDER, 'menu.json')))).flatMap((route) =>
    route.kind === 'screen' && route.screenKey.startsWith('platform/') ? [route.screenKey] : [],
  );
  expect(wanted.length).toBeGreaterThan(3);
  expect(wanted.filter((key) => !screens.some(({ screen }) => screen.screenKey === key))).toEqual([]);
});

test('every business screen of the menu has its document', () => {
  const areas = menuRoutes(readMenu(read<MenuItem[]>(join(FOLDER, 'menu.json')))).flatMap((route) =>
    route.kind === 'screen' && !route.screenKey.startsWith('platform/') ? [route.screenKey] : [],
  );
  for (const key of areas) {
    const [area, screen, view] = key.split('/');
    const { screens: views } = read<{ screens: Record<string, unknown> }>(`schemas/business/${area}/${screen}.json`);
    expect([key, view in views]).toEqual([key, true]);
  }
});

const AREAS = [
  '任务中心',
  '内部邮件',
  '通知公告',
  '项目管理',
  '投标管理',
  '合同管理',
  '成本管理',
  '设备流转',
  '设备管理',
  '委托管理',
  '报告管理',
  '人事管理',
  '薪酬与保险',
  '印章管理',
  '法律案件',
  '看板',
  '电梯与起重机检验',
  '问卷调查',
  '参数管理',
  '知识库',
  '文件中心',
  '客户管理',
  '公文管理',
  '视频监控',
  '合同台账',
];

test('every area that the product is for, the other system and the administration are reached from the menu (PR-004…009)', () => {
  const modules = readMenu(read<MenuItem[]>(join(FOLDER, 'menu.json')));
  expect(modules.map(({ title }) => title)).toEqual(['协同办公', '生产管理', '系统管理']);
  const names = (entries: readonly MenuEntry[]): string[] =>
    entries.flatMap(({ title, isShown, children }) => (isShown ? [title, ...names(children)] : []));
  const [office] = modules;
  const shown = names(office?.children ?? []);
  expect(AREAS.filter((area) => !shown.includes(area))).toEqual([]);
  expect(
    ['我的待办', '我的已办', '我发起的', '我的提醒', '收件箱', '已发送', '已删除'].filter(
      (name) => !shown.includes(name),
    ),
  ).toEqual([]);
});

test('the shell has its logo, menu, modules, units, person, tabs, settings, bell and phone codes, each a node (SH-001, SH-002)', () => {
  const { root } = read<ScreenDefinition>(join(FOLDER, 'shell.json'));
  const tags = tagsIn(root).map(({ tag }) => tag);
  const parts = [
    'logo',
    'sideMenu',
    'menuToggle',
    'moduleSwitch',
    'unitSwitch',
    'userMenu',
    'layoutSettings',
    'noticeButton',
    'mobileCodes',
    'menuSearch',
    'fullScreen',
    'breadcrumb',
    'outlet',
  ];
  expect(parts.filter((part) => !tags.includes(part))).toEqual([]);
});

test('the pages before sign-in use only what is downloaded before sign-in', () => {
  const registry = createRegistry(publicPlugins);
  for (const key of ['login', '401', '404']) {
    const { root } = read<ScreenDefinition>(join(FOLDER, `${key}.json`));
    expect(tagsIn(root).map(({ tag }) => [tag, registry.widget(tag) !== undefined])).toEqual(
      tagsIn(root).map(({ tag }) => [tag, true]),
    );
  }
});
