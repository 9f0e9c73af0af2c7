import type { FormRecord } from '../../../src/grammar/documents.ts';
import { compileForm } from '../../../src/kernel/compile.ts';
import { parseFormDefinition } from '../../../src/importer/parse.ts';
import { createRegistry } from '../../../src/kernel/registry.ts';
import type { Situation } from '../../../src/rules/situation.ts';
import { createFormSession } from '../../../src/runtime/form/createSession.ts';
import type { Faces } from '../../../src/runtime/node/faces.ts';
import { FormView } from '../../../src/runtime/form/FormView.tsx';
import { RuntimeProvider } from '../../../src/runtime/Provider.tsx';
import type { FormSession } from '../../../src/runtime/form/session.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { builtinsPlugin } from '../../../src/widgets/builtins.ts';
import { widget as subTable } from '../../../src/widgets/subTable/index.ts';
import { mountAndSettle } from './mount.tsx';

export const registry = createRegistry<Faces>([
  builtinsPlugin,
  { name: 'subTable', install: ({ registerWidget }) => registerWidget(subTable) },
]);

const services = { dictionary: () => Promise.resolve([]) } as unknown as Services;

const situation: Situation = {
  user: { id: 'u1', name: '张三', roles: [] },
  taskNode: '',
  todo: '0',
  isEdit: '1',
  flowState: '0',
  recordId: null,
  superRole: false,
  query: {},
  nodeRules: null,
};

/** From the served JSON to a session: parse, normalise, compile, bind. */
export function sessionOf(
  definition: unknown,
  { fieldsMap = {}, childTables = {} }: Partial<FormRecord> = {},
  mode: 'edit' | 'view' = 'edit',
): FormSession {
  const parsed = parseFormDefinition(definition, registry);
  if (!parsed.ok) throw new Error('the bench definition does not parse');
  const compiled = compileForm(parsed.value, registry);
  const record = {
    id: 'r',
    formKey: 'bench',
    revision: 1,
    version: 1,
    flwState: '0',
    fieldsMap,
    childTables,
  } as FormRecord;
  return createFormSession({
    compiled,
    record,
    situation: { ...situation, isEdit: mode === 'edit' ? '1' : '0' },
    services,
    mode,
  });
}

export const show = (session: FormSession): Promise<() => void> =>
  mountAndSettle(
    <RuntimeProvider registry={registry} services={services} situation={situation}>
      <FormView session={session} />
    </RuntimeProvider>,
  );
