import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDesign } from '../../../src/designer/canvas/model/design.ts';
import { formNotation } from '../../../src/designer/canvas/model/notation.ts';
import { moveByStep } from '../../../src/designer/canvas/model/designActions.ts';
import { idOf, walk } from '../../../src/designer/canvas/model/nodes.ts';
import { readWorkingDoc } from '../../../src/designer/canvas/model/workingDoc.ts';
import { parseFormDefinition } from '../../../src/importer/index.ts';
import { createVocabulary } from '../../../src/kernel/index.ts';
import { definitions } from '../../../src/server/widgets.generated.ts';

const registry = createVocabulary(definitions);

/** Every form that the product ships, and every document of another designer among the fixtures. */
function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : name.endsWith('.json') ? [path] : [];
  });
}
interface Case {
  name: string;
  text: string;
}
const asCase = (name: string, value: unknown): Case => ({
  name,
  text: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
});
const cases: Case[] = [
  ...files('schemas/business').flatMap((path) => {
    const { form } = JSON.parse(readFileSync(path, 'utf8')) as { form?: unknown };
    return form === undefined ? [] : [asCase(path, form)];
  }),
  ...files('tests/fixtures/importer').flatMap((path) => {
    const all = JSON.parse(readFileSync(path, 'utf8')) as unknown;
    const list = Array.isArray(all) ? all : [all];
    return (list as { name?: string; document?: unknown; input?: unknown; given?: unknown }[]).flatMap((one, index) => {
      const given = one.document ?? one.input ?? one.given;
      return given === undefined ? [] : [asCase(`${path} ${one.name ?? index}`, given)];
    });
  }),
];
/** Documents from other people's products, kept outside the project; a machine without them skips their test. */
const FOREIGN = '../shared/cases/forms';
const foreign: Case[] = existsSync(FOREIGN)
  ? files(FOREIGN).map((path) => ({ name: path, text: readFileSync(path, 'utf8') }))
  : [];
const kept = { formKey: 'kept', formName: '保存的名称' };
const canonical = (text: string): unknown => {
  const read = parseFormDefinition(text, registry, kept);
  return read.ok ? read.value : null;
};

describe('a form that is opened in the designer', () => {
  it('is one of many', () => {
    expect(cases.length).toBeGreaterThan(100);
  });

  it('is saved as it was while nothing is changed, and after a change is taken back', () => {
    for (const { name, text } of cases) {
      const design = createDesign({ text, notation: formNotation(registry, kept) });
      expect(design.get().text, name).toBe(text);
      const [first] = design.doc().fields;
      if (!first || design.get().isBroken) continue;
      design.select([idOf(first)]);
      moveByStep(design, 1);
      design.undo();
      expect(design.get().text, name).toBe(text);
    }
  });

  it('of another dialect is one again after its first change was taken back, and no longer after it was redone', () => {
    const text = JSON.stringify({
      fields: [
        { __vModel__: 'a', __config__: { tag: 'el-input', label: '甲' } },
        { __vModel__: 'b', __config__: { tag: 'el-input', label: '乙' } },
      ],
    });
    const design = createDesign({ text, notation: formNotation(registry, kept) });
    const [first] = design.doc().fields;
    design.select(first ? [idOf(first)] : []);
    expect(design.get().isOtherDialect).toBe(true);
    moveByStep(design, 1);
    expect(design.get().isOtherDialect).toBe(false);
    design.undo();
    expect(design.get()).toMatchObject({ text, isOtherDialect: true });
    design.redo();
    expect(design.get().isOtherDialect).toBe(false);
  });

  it('keeps broken text that is being written: nothing is undone or redone before it is mended', () => {
    const text = JSON.stringify({ formKey: 'kept', fields: [{ tag: 'el-input', __vModel__: 'a' }] });
    const design = createDesign({ text, notation: formNotation(registry, kept) });
    design.edit((doc) => ({ doc: { ...doc, formName: '新名称' } }));
    design.undo();
    design.edit((doc) => ({ doc: { ...doc, formName: '改名' } }));
    const broken = `${design.get().text},`;
    design.setText(broken);
    design.undo();
    expect(design.get()).toMatchObject({
      text: broken,
      isBroken: true,
      announcement: '文本有误，改正后才能在画布上修改',
    });
    design.redo();
    expect(design.get().text).toBe(broken);
    design.setText(broken.slice(0, -1));
    design.undo();
    expect(design.get()).toMatchObject({ isBroken: false, announcement: '已撤销' });
  });

  it.skipIf(foreign.length === 0)(
    `of other products (${FOREIGN}) is the same document, byte for byte, after saving`,
    () => {
      for (const { name, text } of foreign) {
        const design = createDesign({ text, notation: formNotation(registry, kept) });
        expect(design.get().isBroken, name).toBe(false);
        expect(design.get().text, name).toBe(text);
        // the first edit writes it in the product's notation; that text opens and is written as it is
        design.edit((doc) => ({ doc: { ...doc } }));
        const written = design.get().text;
        expect(canonical(written), name).toEqual(canonical(text));
        const again = createDesign({ text: written, notation: formNotation(registry, kept) });
        expect(again.get().isOtherDialect, name).toBe(false);
        again.edit((doc) => ({ doc: { ...doc } }));
        expect(again.get().text, name).toBe(written);
      }
    },
  );

  it('means the same when its document is written anew, in the notation of the product as well as in another', () => {
    let converted = 0;
    for (const { name, text } of cases) {
      const working = readWorkingDoc(text, registry, kept);
      if (!working) continue;
      if (working.isOtherDialect) converted += 1;
      const read = parseFormDefinition(text, registry, kept);
      if (!read.ok) continue;
      expect(canonical(JSON.stringify(working.doc)), name).toEqual(canonical(text));
      expect([...walk(working.doc)].length, name).toBeGreaterThanOrEqual(read.value.fields.length);
    }
    expect(converted).toBeGreaterThan(10);
  });
});
