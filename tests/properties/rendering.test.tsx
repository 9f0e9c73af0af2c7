import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { ConfigProvider } from 'antd';
import { beforeAll, expect, it, vi } from 'vitest';
import { companionKey } from '../../src/domain/companionKey.ts';
import { isTable, type CompiledField, type CompiledForm } from '../../src/kernel/form.ts';
import { redactRecord } from '../../src/records/redact.ts';
import { createRegistry } from '../../src/kernel/registry.ts';
import type { Situation } from '../../src/rules/situation.ts';
import { createFormSession } from '../../src/runtime/form/createSession.ts';
import type { Faces } from '../../src/runtime/node/faces.ts';
import { FormView } from '../../src/runtime/form/FormView.tsx';
import { preloadFace } from '../../src/runtime/node/LazyFace.tsx';
import { RuntimeProvider } from '../../src/runtime/Provider.tsx';
import { Cell } from '../../src/screens/list/Cell.tsx';
import { PrintNodes } from '../../src/screens/print/PrintNodes.tsx';
import { builtinsPlugin } from '../../src/widgets/builtins.ts';
import { residentIdPlugin } from '../../src/widgets/residentId/index.ts';
import { asIds, asText, splitPastedNames } from '../../src/widgets/shared/values.ts';
import { screenCellText } from '../../src/widgets/subTable/cellText.ts';
import fc from '../support/fc.ts';
import { fakeServices } from '../widgets/support.tsx';
import { withForm } from './arbitraries/compiled.ts';
import { recordOf, type GeneratedRecord } from './arbitraries/records.ts';
import { situationOf } from './arbitraries/situations.ts';
import { asRecord } from './browser.ts';
import { holdsAsync, PATIENCE } from './holds.ts';

const registry = createRegistry<Faces>([builtinsPlugin, residentIdPlugin]);
const services = fakeServices();

beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  for (const tag of registry.tags())
    for (const face of Object.values(registry.widget(tag)?.faces ?? {})) await preloadFace(face as never);
});

interface Shown {
  host: HTMLElement;
  close(): Promise<void>;
}

/** Mounts on a page of its own, waits for what calls and lazy faces bring, and answers what stands there. */
async function show(situation: Situation, content: React.ReactNode): Promise<Shown> {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  await act(async () => {
    root.render(
      <ConfigProvider theme={{ token: { motion: false } }}>
        <RuntimeProvider registry={registry} services={services} situation={situation}>
          {content}
        </RuntimeProvider>
      </ConfigProvider>,
    );
  });
  await act(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  });
  return {
    host,
    async close() {
      await act(async () => root.unmount());
      host.remove();
    },
  };
}

function openSession(compiled: CompiledForm, stored: GeneratedRecord, situation: Situation, mode: 'edit' | 'view') {
  const record = redactRecord(compiled, asRecord(structuredClone(stored)), situation);
  return { record, session: createFormSession({ compiled, record, situation, services, mode }) };
}

const anyRecord = withForm((compiled) =>
  fc.record({ stored: recordOf(compiled), situation: situationOf(compiled) }, { noNullPrototype: true }),
);

it(
  'any valid form with any record is drawn, to fill in and to read, and no part of it breaks',
  async () => {
    const failures: unknown[] = [];
    const spy = vi.spyOn(console, 'error').mockImplementation((...told: unknown[]) => {
      // an antd hint to developers: an empty colour counts as see-through
      if (String(told[0]).includes('[antd: ColorPicker] `disabledAlpha`')) return;
      failures.push(told.map(String).join(' ').slice(0, 400));
    });
    await holdsAsync(
      'any form is drawn',
      anyRecord,
      async ({ compiled, given: { stored, situation } }) => {
        for (const mode of ['edit', 'view'] as const) {
          const { session } = openSession(compiled, stored, situation, mode);
          const { host, close } = await show(situation, <FormView session={session} />);
          const broken = [...host.querySelectorAll('.sf-placeholder-broken')].map((part) => part.textContent);
          const drawn = host.querySelector('.sf-form') !== null;
          await close();
          session.dispose();
          expect({ mode, broken, drawn, failures: failures.splice(0) }).toEqual({
            mode,
            broken: [],
            drawn: true,
            failures: [],
          });
        }
      },
      { cases: 200 },
    );
    spy.mockRestore();
  },
  PATIENCE,
);

/** Files have their names from a call; stars and colours are drawn. Their texts are their own tests' matter. */
const DRAWN = new Set(['el-upload', 'el-rate', 'el-color-picker']);
const clean = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

it(
  'a value reads the same in the form, in the list, on paper and in a table',
  async () => {
    await holdsAsync(
      'one text everywhere',
      anyRecord,
      async ({ compiled, given: { stored, situation: asked } }) => {
        const situation = { ...asked, isEdit: '0' as const };
        const { record, session } = openSession(compiled, stored, situation, 'view');
        const fields = [...compiled.fields.values()].filter(
          (field): field is CompiledField =>
            !isTable(field) && !DRAWN.has(field.node.tag) && session.access(field.key).visible,
        );
        const form = await show(situation, <FormView session={session} />);
        const paper = await show(situation, <PrintNodes session={session} />);
        const list = await show(
          situation,
          fields.map((field) => (
            <p key={field.key} data-cell={field.key}>
              <Cell
                column={{ field: field.key, node: field.node } as never}
                record={{ ...record, fieldsMap: session.values } as never}
              />
            </p>
          )),
        );
        const seen = fields.flatMap((field) => {
          const inForm = form.host.querySelector(`[data-field="${field.key}"] .sf-text`);
          const onPaper = paper.host.querySelector(`[data-field="${field.key}"] dd`);
          // a number that the server has not issued yet is announced while somebody fills in, and nowhere else
          // names that the stored text does not give one by one come from a call, as those of files do
          if (
            field.node.tag.endsWith('Selector') &&
            asIds(session.values[field.key]).length !==
              splitPastedNames(asText(session.values[companionKey(field.key)])).length
          )
            return [];
          if (!inForm || !onPaper || inForm.querySelector('.sf-awaited')) return [];
          const values = {
            [field.key]: session.values[field.key],
            [companionKey(field.key)]: session.values[companionKey(field.key)],
          };
          return [
            {
              key: field.key,
              values,
              node: field.node,
              form: clean(inForm.textContent),
              paper: clean(onPaper.textContent),
              list: clean(list.host.querySelector(`[data-cell="${field.key}"]`)?.textContent),
              table: clean(screenCellText(field as never, values, field.options ?? undefined)),
            },
          ];
        });
        for (const shown of [form, paper, list]) await shown.close();
        session.dispose();
        // a cell leaves out what a form says around the value: unit, amount in words, what stands before and after the input
        expect(
          seen.filter(
            ({ form: first, paper: second, list: third, table }) =>
              first !== second || first !== third || !first.includes(table) || (table === '' && first !== ''),
          ),
        ).toEqual([]);
      },
      { cases: 200 },
    );
  },
  PATIENCE,
);
