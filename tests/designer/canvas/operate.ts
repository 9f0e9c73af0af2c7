import { act, fireEvent, waitFor } from '@testing-library/react';
import type { EditorKind, Property } from '../../../src/designer/canvas/properties/propertyModel.ts';

/** Changes a property through its editor as a person would. `at`: the property's own element. */
type Operation = (at: HTMLElement, property: Property) => Promise<void> | void;

const first = (at: ParentNode, selector: string): HTMLElement => {
  const found = at.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};

/** The last button of this text: one of an inner list stands before it. */
function button(at: HTMLElement, text: string): HTMLElement {
  const found = [...at.querySelectorAll<HTMLElement>('button')]
    .filter(({ textContent }) => textContent === text)
    .at(-1);
  if (!found) throw new Error(`no button ${text}`);
  return found;
}

/** Opens a select and takes the first option that is not chosen, whose text `wanted` accepts. */
export async function choose(at: HTMLElement, wanted: (text: string) => boolean = () => true): Promise<void> {
  const box = at.matches('.ant-select') ? at : first(at, '.ant-select');
  await waitFor(() => {
    if (box.matches('.ant-select-loading, .ant-select-disabled')) throw new Error('the select is not ready');
  });
  // lists have no ids of their own in tests: the one that opens now is the one that was not open before
  const open = '.ant-select-dropdown:not(.ant-select-dropdown-hidden)';
  const before = new Set(document.querySelectorAll(open));
  await act(async () => {
    fireEvent.mouseDown(first(box, '.ant-select-selector'));
  });
  const option = await waitFor(() => {
    const popup = [...document.querySelectorAll(open)].find((one) => !before.has(one));
    const options = [...(popup?.querySelectorAll<HTMLElement>('.ant-select-item-option') ?? [])];
    const found = options.find(
      (one) => !one.matches('.ant-select-item-option-selected') && wanted(one.textContent ?? ''),
    );
    if (!found) throw new Error(`no option to choose among ${options.map((one) => one.textContent).join(' | ')}`);
    return found;
  });
  await act(async () => {
    fireEvent.click(option);
  });
  await waitFor(() => {
    if (option.closest(open) && !box.matches('.ant-select-multiple')) throw new Error('the list stays open');
  });
}

function type(at: ParentNode, value: string): void {
  fireEvent.change(first(at, 'input:not([role="combobox"]), textarea'), { target: { value } });
}

/** Types one value into a select of tags. */
function tag(at: HTMLElement, value: string): void {
  const input = first(at, 'input');
  fireEvent.change(input, { target: { value } });
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 });
}

async function expression(at: HTMLElement, text: string): Promise<void> {
  const input = first(at, 'textarea');
  await act(async () => {
    fireEvent.focus(input);
    fireEvent.change(input, { target: { value: text } });
    fireEvent.blur(input);
  });
}

const toggle: Operation = (at) => void fireEvent.click(first(at, '[role="switch"]'));

const number: Operation = (at, { schema }) => {
  const least = schema.minimum ?? (schema.exclusiveMinimum === undefined ? 1 : schema.exclusiveMinimum + 1);
  const shown = Number(first(at, 'input').getAttribute('value') ?? Number.NaN);
  const next = Math.max(least, 2);
  const value = next === shown ? next + 1 : next;
  type(at, String(schema.maximum === undefined ? value : Math.min(value, schema.maximum)));
};

/** One way to change a value for each kind of editor: a new kind without one fails the test by its type. */
export const OPERATIONS: Readonly<Record<EditorKind, Operation>> = {
  text: (at) => type(at, 'other text'),
  long: (at) => type(at, '一段说明'),
  number,
  switch: toggle,
  flag: toggle,
  enum: (at) => choose(at),
  texts: (at) => tag(at, 'one'),
  rows: (at) => void fireEvent.click(button(at, '添加一项')),
  map: (at) => void fireEvent.click(button(at, '添加一行')),
  object: async (at) => {
    const inner = first(at, '.ds-property');
    const control = inner.querySelector('[role="switch"]');
    if (control) fireEvent.click(control);
    else if (inner.querySelector('.ant-select')) await choose(inner);
    else type(inner, '2');
  },
  json: (at) => type(at, '{"a":1}'),
  condition: async (at) => {
    const choices = [...at.querySelectorAll<HTMLElement>('.ant-segmented-item')];
    const typed = choices.find(({ textContent }) => textContent === '表达式');
    if (typed) await act(async () => void fireEvent.click(first(typed, 'input')));
    await expression(at, 'true');
  },
  conditions: (at) => void fireEvent.click(button(at, '添加条件')),
  expression: (at) => expression(at, 'true'),
  formula: (at) => expression(at, '1 + 1'),
  options: (at) => void fireEvent.click(button(at, '添加选项')),
  dictionary: (at) => choose(at),
  form: (at) => choose(at),
  field: (at) => choose(at),
  fieldsOfForm: (at) => tag(at, 'name'),
  fill: (at) => void fireEvent.click(button(at, '添加一行')),
  fillRows: (at) => void fireEvent.click(button(at, '添加一个子表')),
  flow: (at) => choose(at),
  roles: (at) => tag(at, 'admin'),
  patterns: (at) => choose(at, (text) => text.startsWith('手机号')),
  unique: (at) => choose(at),
  default: (at) => choose(at, (text) => text === '当前用户'),
  span: (at) => type(first(at, '.ant-input-number'), '7'),
  key: (at) => {
    type(at, 'anotherKey');
    fireEvent.blur(first(at, 'input'));
  },
  widths: (at) => type(at, '120px'),
  dataset: (at) => choose(at),
  rollup: (at) => choose(at),
  datasetPart: (at) => choose(at),
  fieldOf: async (at) => {
    if (at.querySelector('.ant-select-multiple')) tag(at, 'name');
    else await choose(at);
  },
  button: (at) => choose(at),
};
