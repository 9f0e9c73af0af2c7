import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TAGS } from '../../src/grammar/tags.ts';
import { publicPlugins } from '../../src/app/publicPlugins.ts';
import { plugins } from '../../src/app/plugins.ts';
import { createRegistry } from '../../src/kernel/registry.ts';
import { definitions } from '../../src/server/widgets.generated.ts';
import { fixtures } from './support.tsx';

const workbench = createRegistry(plugins);
const open = createRegistry(publicPlugins);
/** The pages before sign-in have a small registry of their own. */
const widgetOf = (tag: string) => workbench.widget(tag) ?? open.widget(tag);
const tags = Object.keys(TAGS);
const fields = tags.filter((tag) => TAGS[tag].kind === 'field');

test.each(tags)('the product registers a widget for “%s” of the kind that the grammar says', (tag) => {
  // an operation column is drawn by the table that holds it
  if (tag === 'opColumn') return;
  expect(widgetOf(tag)?.definition.kind).toBe(TAGS[tag].kind);
});

test.each(fields)('the field “%s” can be edited and read', (tag) => {
  const faces = widgetOf(tag)?.faces;
  expect(faces?.edit).toBeDefined();
  expect(faces?.view).toBeDefined();
});

test.each(tags.filter((tag) => TAGS[tag].kind !== 'field' && tag !== 'opColumn'))(
  'the block “%s” has a face',
  (tag) => {
    expect(widgetOf(tag)?.faces.block).toBeDefined();
  },
);

test('no widget is registered for a tag that the grammar does not know', () => {
  expect([...workbench.tags(), ...open.tags()].filter((tag) => !tags.includes(tag))).toEqual([]);
});

test('the server knows every field definition that the browser knows', () => {
  const known = definitions.map((definition) => definition.tag);
  expect(fields.filter((tag) => !known.includes(tag))).toEqual([]);
});

test('a definition states what kind of value it holds', () => {
  expect(fields.filter((tag) => widgetOf(tag)?.definition.valueType === undefined)).toEqual([]);
});

test('every field tag has a fixture, the sub-table tests of its own', () => {
  const covered = fixtures.map(([tag]) => tag);
  expect(fields.filter((tag) => tag !== 'subTable' && !covered.includes(tag))).toEqual([]);
});

test('a widget folder is named by its tag', () => {
  const folders = readdirSync('src/widgets').filter((name) => existsSync(`src/widgets/${name}/definition.ts`));
  for (const folder of folders) expect(definitions.map((definition) => definition.tag)).toContain(folder);
});

test('no definition imports React, antd or Formily', () => {
  for (const folder of readdirSync('src/widgets').filter((name) => existsSync(`src/widgets/${name}/definition.ts`))) {
    expect(readFileSync(`src/widgets/${folder}/definition.ts`, 'utf8')).not.toMatch(/from '(react|antd|@formily)/);
  }
});

test('every component of @formily/antd-v5 is offered, or listed as not offered with the reason', () => {
  const components = readdirSync('node_modules/@formily/antd-v5/esm', { withFileTypes: true })
    .filter((one) => one.isDirectory() && !one.name.startsWith('_'))
    .map(({ name }) => name.replace(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase()));
  expect(components.length).toBeGreaterThan(30);
  const source = readFileSync('src/widgets/formilyAntd.tsx', 'utf8');
  const end = source.indexOf('*/');
  const [reasons, code] = [source.slice(source.indexOf('not offered'), end), source.slice(end)];
  const isThere = (name: string): boolean =>
    new RegExp(`\\b${name}\\b`).test(reasons) || code.includes(`({ ${name} }: Library`);
  expect(components.filter((name) => !isThere(name))).toEqual([]);
});
