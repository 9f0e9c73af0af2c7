import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Dictionary } from '../../src/grammar/documents.ts';
import { documents } from '../../src/grammar/validators.js';
import {
  buttonKeys,
  checkExternalNames,
  fieldHolds,
  fieldKeys,
  type KnownNames,
} from '../../src/references/externalNames.ts';
import { compileForm } from '../../src/kernel/compile.ts';
import { checkExpression } from '../../src/expressions/expressions.ts';
import type { CompiledForm, FormDefinition } from '../../src/kernel/form.ts';
import { isTable } from '../../src/kernel/form.ts';
import { parseFormDefinition, parseScreenDefinition } from '../../src/importer/parse.ts';
import { createVocabulary } from '../../src/kernel/registry.ts';
import { LIST_ACTIONS } from '../../src/rules/listNames.ts';
import { formTypesOf } from '../../src/kernel/types.ts';
import { splitNames } from '../../src/rules/lists.ts';
import { parseFlow } from '../../src/server/flow/parse/parseFlow.ts';
import { definitions } from '../../src/server/widgets.generated.ts';

/** The shipped documents agree with the grammar and with one another. */
const vocabulary = createVocabulary(definitions);
const read = (path: string): string => readFileSync(path, 'utf8');
const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name));

interface BusinessFile {
  form: { formKey: string; area?: string };
  screens: Record<string, unknown>;
}
const business = filesIn('schemas/business', '.json')
  .map((path) => ({ path, file: JSON.parse(read(path)) as BusinessFile }))
  // a file may hold screens alone
  .filter(({ file }) => file.form !== undefined);
const dictionaries = filesIn('schemas/dictionaries', '.json').map((path) => ({
  path,
  dictionary: JSON.parse(read(path)) as Dictionary,
}));
const dictionaryOf = new Map(dictionaries.map(({ dictionary }) => [dictionary.typeCode, dictionary]));
const flows = new Map(
  await Promise.all(
    filesIn('schemas/flows', '.bpmn').map(
      async (path) => [basename(path, '.bpmn'), await parseFlow(read(path))] as const,
    ),
  ),
);

function compiled(file: BusinessFile): CompiledForm {
  const parsed = parseFormDefinition(file.form, vocabulary);
  if (!parsed.ok) throw new Error(`${file.form.formKey} cannot be parsed`);
  return compileForm(parsed.value, vocabulary);
}

/** What ships, as a server knows it that has loaded all of it. */
const shipped = new Map(business.map(({ file }) => [file.form.formKey, compiled(file).definition]));
const namesIn = (formKey: string, keysOf: (form: FormDefinition) => ReadonlySet<string>) => {
  const form = shipped.get(formKey);
  return form ? keysOf(form) : null;
};
const outside: KnownNames = {
  fieldsOf: (formKey) => namesIn(formKey, ({ fields }) => fieldKeys(fields)),
  holds: (formKey, name, content) => {
    const form = shipped.get(formKey);
    return form && fieldHolds(form, name, content, vocabulary);
  },
  buttonsOf: (formKey) => namesIn(formKey, buttonKeys),
  hasDictionary: (code) => dictionaryOf.has(code),
  hasAction: (name) => [...LIST_ACTIONS, 'openPage'].includes(name),
};

/** Every field and column with the keys that refer to something else. */
const nodesOf = (form: CompiledForm) =>
  [...form.fields.values()]
    .flatMap((field) => (isTable(field) ? [field, ...field.columns] : [field]))
    .map(
      (field) =>
        field.node as {
          __vModel__: string;
          isDict?: string;
          dictCode?: string;
          nodeCondition?: string;
          currentUserValue?: string;
          addNodeCtr?: string;
          editNodeCtr?: string;
          removeNodeCtr?: string;
        },
    );

describe.each(business)('$path', ({ path, file }) => {
  const form = compiled(file);
  const { formKey, area, flowKey } = form.definition;

  it('is a business file named and placed by its form', () => {
    expect(documents['business-file']?.(file)).toBe(true);
    expect(path).toBe(join('schemas/business', area ?? '', `${formKey}.json`));
  });

  it('parses without any problem', () => {
    const read = parseFormDefinition(file.form, vocabulary);
    expect([...read.problems, ...checkExternalNames(read.ok ? read.externalNames : [], outside)]).toEqual([]);
    for (const [view, root] of Object.entries(file.screens)) {
      const screen = parseScreenDefinition(
        { screenKey: `${area}/${formKey}/${view}`, title: form.definition.formName, root },
        vocabulary,
      );
      expect([
        view,
        [...screen.problems, ...checkExternalNames(screen.ok ? screen.externalNames : [], outside)],
      ]).toEqual([view, []]);
    }
  });

  it('has a title, columns and filters for its list', () => {
    const all = [...form.fields.values()].map(({ node }) => node);
    expect(all.some(({ isTitle }) => isTitle === '1')).toBe(true);
    expect(all.filter(({ isList }) => isList === '1').length).toBeGreaterThanOrEqual(5);
    expect(all.filter(({ isSearch }) => isSearch === '1').length).toBeGreaterThanOrEqual(3);
  });

  it('shows no foot of a column beside a total that counts its empty cells otherwise', () => {
    const nodes = [...form.fields.values()].map(({ node }) => node);
    for (const table of [...form.fields.values()].filter(isTable))
      for (const { key, node } of table.columns) {
        if (!('summary' in node) || node.summary !== 'sum') continue;
        const otherwise = nodes.filter(
          (total) => 'computed' in total && new RegExp(`\\br\\.${key}\\b[^:]*\\?[^:]*:`).test(String(total.computed)),
        );
        expect([table.key, key, otherwise.map((total) => total.label)]).toEqual([table.key, key, []]);
      }
  });

  it('names fields that exist in the title of its records', () => {
    const names = [...(form.definition.titleTemplate ?? '').matchAll(/\$\{(\w+)\}/g)].map(
      (found) => found[1] as string,
    );
    const known = [...form.fields.values()].flatMap(({ key, hasCompanion }) =>
      hasCompanion ? [key, `${key}Label`] : [key],
    );
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('names dictionaries that exist, and states default values that are in them', () => {
    const asked = nodesOf(form).filter(({ isDict }) => isDict === '1');
    expect(asked.filter(({ dictCode }) => !dictionaryOf.has(dictCode ?? '')).map(({ dictCode }) => dictCode)).toEqual(
      [],
    );
    const strangers = asked.filter((node) => {
      const value = (node as { defaultValue?: unknown }).defaultValue;
      return (
        value !== undefined &&
        !dictionaryOf.get(node.dictCode ?? '')?.items.some(({ dictValue }) => dictValue === value)
      );
    });
    expect(strangers.map(({ __vModel__ }) => __vModel__)).toEqual([]);
  });

  it('names task nodes of its flow, and columns of its tables, only', () => {
    const taskNodes = Object.values(flows.get(flowKey ?? '')?.definition?.nodes ?? {})
      .filter(({ kind }) => kind === 'userTask')
      .map(({ name }) => name);
    const named = nodesOf(form).flatMap((node) =>
      [node.nodeCondition, node.addNodeCtr, node.editNodeCtr, node.removeNodeCtr].flatMap((list) => splitNames(list)),
    );
    expect(named.filter((name) => !taskNodes.includes(name))).toEqual([]);
    for (const table of form.tables.values()) {
      const keys = table.columns.map(({ key }) => key);
      const owners = table.columns.map(({ node }) => node.currentUserValue).filter((key) => key !== undefined);
      expect(owners.filter((key) => !keys.includes(key))).toEqual([]);
    }
  });

  it.runIf(flowKey !== undefined)(
    'has a flow without problems, with a shape for every element, whose rules and conditions name what the form has',
    () => {
      const flow = flows.get(flowKey ?? '');
      expect(flow?.problems).toEqual([]);
      const { nodes, edges, key } = flow?.definition ?? { nodes: {}, edges: {}, key: '' };
      expect(key).toBe(flowKey);
      const drawn = new Set(
        [...read(`schemas/flows/${flowKey}.bpmn`).matchAll(/bpmnElement="([^"]+)"/g)].map((found) => found[1]),
      );
      expect([...Object.keys(nodes), ...Object.keys(edges)].filter((id) => !drawn.has(id))).toEqual([]);
      for (const { rules, name } of Object.values(nodes)) {
        const unknown = Object.keys(rules?.fields ?? {}).filter((field) => !form.fields.has(field));
        const tables = Object.entries(rules?.tables ?? {});
        const unknownColumns = tables.flatMap(([table, rule]) =>
          Object.keys(rule.columns ?? {}).filter(
            (column) => !form.tables.get(table)?.columns.some(({ key: known }) => known === column),
          ),
        );
        expect([name, unknown, tables.filter(([table]) => !form.tables.has(table)), unknownColumns]).toEqual([
          name,
          [],
          [],
          [],
        ]);
      }
      const types = formTypesOf(form.definition.fields, vocabulary).form;
      expect(
        Object.values(edges).flatMap(({ condition }) => (condition ? checkExpression(condition, types, 'bool') : [])),
      ).toEqual([]);
    },
  );
});

describe.each(filesIn('schemas/platform', '.json').filter((path) => basename(path) !== 'menu.json'))('%s', (path) => {
  it('names only what ships, too', () => {
    const screen = parseScreenDefinition(read(path), vocabulary);
    expect([...screen.problems, ...checkExternalNames(screen.ok ? screen.externalNames : [], outside)]).toEqual([]);
  });
});

describe('dictionaries', () => {
  it.each(dictionaries)('$path is a dictionary named by its file, without a value twice', ({ path, dictionary }) => {
    expect(documents.dictionary?.(dictionary)).toBe(true);
    expect(dictionary.typeCode).toBe(basename(path, '.json'));
    const values = dictionary.items.map(({ dictValue }) => dictValue);
    expect(new Set(values).size).toBe(values.length);
  });
});
