import { render } from '@testing-library/react';
import { compileForm } from '../../src/kernel/compile.ts';
import type { CompiledForm } from '../../src/kernel/form.ts';
import { parseFormDefinition } from '../../src/importer/parse.ts';
import type { FormRecord } from '../../src/grammar/documents.ts';
import type { Situation } from '../../src/rules/situation.ts';
import { createFormSession } from '../../src/runtime/form/createSession.ts';
import { FormView } from '../../src/runtime/form/FormView.tsx';
import { preloadFace } from '../../src/runtime/node/LazyFace.tsx';
import type { Services } from '../../src/runtime/services/services.ts';
import type { FormSession } from '../../src/runtime/form/session.ts';
import { Around, fakeServices, registry, settle, situation } from '../widgets/support.tsx';

/** A form of these nodes, through the same door as a served one. Problems of the document are the test's own matter. */
export function compiled(...fields: object[]): CompiledForm {
  const parsed = parseFormDefinition({ formKey: 'test', formName: '测试', fields }, registry);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return compileForm(parsed.value, registry);
}

export const record = (fieldsMap: Record<string, unknown>, extra: Partial<FormRecord> = {}): FormRecord => ({
  id: 'r1',
  revision: 3,
  version: 1,
  flwState: '0',
  fieldsMap,
  childTables: {},
  ...extra,
});

interface Given {
  fields: object[];
  record?: FormRecord | null;
  mode?: 'edit' | 'view';
  situation?: Partial<Situation>;
  services?: Services;
}

export const session = ({
  fields,
  record: stored = null,
  mode,
  situation: change,
  services = fakeServices(),
}: Given): FormSession =>
  createFormSession({
    compiled: compiled(...fields),
    record: stored,
    situation: { ...situation, ...change },
    services,
    mode,
  });

export async function show(form: FormSession, services = fakeServices()): Promise<HTMLElement> {
  // what a form shows is downloaded beforehand: the tests are about what follows
  await Promise.all(
    registry.tags().flatMap((tag) => Object.values(registry.widget(tag)?.faces ?? {}).map(preloadFace)),
  );
  const { container } = render(
    <Around services={services}>
      <FormView session={form} />
    </Around>,
  );
  await settle(30);
  return container;
}

export const frame = (key: string): HTMLElement | null => document.querySelector(`[data-field="${key}"]`);

export const NAME = { tag: 'el-input', __vModel__: 'name', label: '名称', required: true };
export const COUNT = { tag: 'el-input-number', __vModel__: 'count', label: '数量' };
export const PRICE = { tag: 'el-input-number', __vModel__: 'price', label: '单价' };
export const TOTAL = {
  tag: 'el-input-number',
  __vModel__: 'total',
  label: '合计',
  computed: 'count * price',
  precision: 2,
};
export const SEAL = {
  tag: 'el-select',
  __vModel__: 'seal',
  label: '印章',
  __slot__: {
    options: [
      { label: '公章', value: '1' },
      { label: '合同章', value: '2' },
    ],
  },
};
