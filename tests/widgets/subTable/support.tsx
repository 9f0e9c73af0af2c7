import { ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { act, fireEvent, render } from '@testing-library/react';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import { compileForm } from '../../../src/kernel/compile.ts';
import type { Row } from '../../../src/kernel/form.ts';
import { parseFormDefinition } from '../../../src/importer/parse.ts';
import { createRegistry } from '../../../src/kernel/registry.ts';
import type { Situation } from '../../../src/rules/situation.ts';
import { createFormSession } from '../../../src/runtime/form/createSession.ts';
import type { Faces } from '../../../src/runtime/node/faces.ts';
import { FormView } from '../../../src/runtime/form/FormView.tsx';
import { preloadFace } from '../../../src/runtime/node/LazyFace.tsx';
import { RuntimeProvider } from '../../../src/runtime/Provider.tsx';
import type { Services } from '../../../src/runtime/services/services.ts';
import type { FormSession } from '../../../src/runtime/form/session.ts';
import { builtinsPlugin } from '../../../src/widgets/builtins.ts';
import { widget } from '../../../src/widgets/subTable/index.ts';
import { fakeServices, settle, situation as nobody } from '../support.tsx';

/** The action `print-all`, which a test may replace. */
export const pluginActions: { printAll(): unknown } = { printAll: () => undefined };

export const registry = createRegistry<Faces>([
  builtinsPlugin,
  {
    name: 'subTable',
    install({ registerWidget, registerAction }) {
      registerWidget(widget);
      registerAction('print-all', () => pluginActions.printAll());
    },
  },
]);

export const NAME = { tag: 'el-input', __vModel__: 'name', label: '样品名称', required: true };
/** A column with a default that nobody typed. */
export const STATE = { tag: 'el-input', __vModel__: 'state', label: '状态', defaultValue: '损坏' };
export const KIND = {
  tag: 'el-select',
  __vModel__: 'kind',
  label: '类别',
  __slot__: {
    options: [
      { label: '钢筋', value: '0' },
      { label: '水泥', value: '1' },
    ],
  },
};
export const QUANTITY = { tag: 'el-input-number', __vModel__: 'quantity', label: '数量', summary: 'sum' };
export const PRICE = { tag: 'el-input-number', __vModel__: 'price', label: '单价', precision: 2 };
export const AMOUNT = {
  tag: 'el-input-number',
  __vModel__: 'amount',
  label: '金额',
  precision: 2,
  computed: 'quantity * price',
  summary: 'sum',
};
export const COLUMNS: readonly object[] = [NAME, KIND, QUANTITY, PRICE, AMOUNT];

export const rowsOf = (count: number, from = 0): Row[] =>
  Array.from({ length: count }, (_v, i) => {
    const n = from + i + 1;
    return {
      id: `r${n}`,
      fieldsMap: { name: `样品${n}`, kind: '0', kindLabel: '钢筋', quantity: n, price: 2, amount: n * 2 },
    };
  });

interface Given {
  table?: object;
  columns?: readonly object[];
  fields?: readonly object[];
  /** Stored rows; null for a new record. */
  rows?: unknown;
  values?: Record<string, unknown>;
  mode?: 'edit' | 'view';
  situation?: Partial<Situation>;
  services?: Partial<Services>;
  hasSaveAll?: boolean;
}

export interface Shown {
  session: FormSession;
  root: HTMLElement;
  rows(): readonly Row[];
  cell(row: number, column: string): HTMLElement;
  /** Text of every row on screen, cells joined by |. */
  texts(): string[];
  /** Presses and clicks as a mouse does. */
  click(element: Element, extra?: object): Promise<void>;
  /** Opens the editor of a cell and gives its control. */
  edit(row: number, column: string): Promise<HTMLInputElement>;
  keys(): HTMLTextAreaElement;
  action(name: string): HTMLElement | null;
  events: string[];
}

/** A form with one sub-table `samples`, through the same doors as a served one. */
export async function show({
  table,
  columns = COLUMNS,
  fields = [],
  rows = [],
  values = {},
  mode = 'edit',
  situation,
  services,
  hasSaveAll = true,
}: Given = {}): Promise<Shown> {
  const parsed = parseFormDefinition(
    {
      formKey: 'test',
      formName: '测试',
      fields: [
        ...fields,
        { tag: 'subTable', __vModel__: 'samples', label: '样品', needCopy: '1', children: columns, ...table },
      ],
    },
    registry,
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const record =
    rows === null
      ? null
      : ({
          id: 'r',
          formKey: 'test',
          version: 1,
          revision: 1,
          flwState: '0',
          fieldsMap: values,
          childTables: { samples: rows },
        } as unknown as FormRecord);
  const served = fakeServices(services);
  const whole: Situation = { ...nobody, recordId: record === null ? null : 'r', ...situation };
  const session = createFormSession({
    compiled: compileForm(parsed.value, registry),
    record,
    situation: whole,
    services: served,
    mode,
  });
  await Promise.all(
    registry.tags().flatMap((tag) => Object.values(registry.widget(tag)?.faces ?? {}).map(preloadFace)),
  );
  const events: string[] = [];
  const { container } = render(
    <ConfigProvider locale={zhCN} theme={{ token: { motion: false } }}>
      <RuntimeProvider registry={registry} services={served} situation={whole}>
        <FormView session={session} hasSaveAll={hasSaveAll} />
      </RuntimeProvider>
    </ConfigProvider>,
  );
  container.addEventListener('sub-table', (event) =>
    events.push((event as CustomEvent<{ event: string }>).detail.event),
  );
  await settle(60);
  const root = container.querySelector<HTMLElement>('[data-sub-table="samples"]');
  if (!root) throw new Error(`no table on screen: ${container.innerHTML.slice(0, 300)}`);
  const must = (selector: string): HTMLElement => {
    const found = root.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`nothing matches ${selector}`);
    return found;
  };
  const shown: Shown = {
    session,
    root,
    events,
    rows: () => session.values.samples as readonly Row[],
    cell: (row, column) => must(`[data-row="${row}"] [data-column="${column}"]`),
    texts: () =>
      [...root.querySelectorAll('[data-row]')].map((row) =>
        [...row.querySelectorAll('[data-column]')].map((cell) => cell.textContent).join('|'),
      ),
    async click(element, extra = {}) {
      await act(async () => {
        for (const name of ['pointerDown', 'mouseDown', 'mouseUp', 'click'] as const)
          fireEvent[name](element, { button: 0, buttons: 1, ...extra });
      });
      await settle();
    },
    async edit(row, column) {
      await shown.click(shown.cell(row, column));
      return must('.st-editor input, .st-editor textarea') as HTMLInputElement;
    },
    keys: () => must('.st-keys') as HTMLTextAreaElement,
    action: (name) => root.querySelector<HTMLElement>(`[data-action="${name}"]`),
  };
  return shown;
}

export const type = (input: HTMLElement, text: string): Promise<void> =>
  act(async () => {
    fireEvent.change(input, { target: { value: text } });
  });

export async function press(element: Element, key: string, extra: object = {}): Promise<void> {
  await act(async () => {
    fireEvent.keyDown(element, { key, ...extra });
  });
  await settle();
}

/** This environment lays nothing out: the window of a scrolling table gets a size by word. */
export function giveSize(height: number, width: number): () => void {
  const before = ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'].map(
    (name) => [name, Object.getOwnPropertyDescriptor(HTMLElement.prototype, name)] as const,
  );
  const define = (name: string, value: number): void => {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
  };
  define('offsetHeight', height);
  define('clientHeight', height);
  define('offsetWidth', width);
  define('clientWidth', width);
  return () => {
    for (const [name, descriptor] of before)
      if (descriptor) Object.defineProperty(HTMLElement.prototype, name, descriptor);
      else Reflect.deleteProperty(HTMLElement.prototype, name);
  };
}
