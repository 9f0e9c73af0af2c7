import { attributesOf, extensionsOf, listOf, type Element, type MakeElement } from './moddle.ts';
import { NO_DATA, type Attributes, type TaskData } from './taskData.ts';

/** Extension elements that occur once. */
const SINGLE_ELEMENTS = {
  sign: 'sf:Sign',
  settings: 'sf:Settings',
  timer: 'sf:Timer',
  call: 'sf:Call',
  repeat: 'sf:Repeat',
  actions: 'sf:Actions',
} as const;
const REPEATED_ELEMENTS = {
  candidates: 'sf:Candidates',
  cc: 'sf:Cc',
  buttons: 'sf:Button',
  answers: 'sf:Answer',
  fields: 'sf:Field',
} as const;
const PRODUCT_ELEMENT_TYPES: ReadonlySet<string> = new Set([
  ...Object.values(SINGLE_ELEMENTS),
  ...Object.values(REPEATED_ELEMENTS),
  'sf:Table',
]);

/** Reads the settings of a task from the extension elements of this product. */
export function readTask(element: Element): TaskData {
  const extensions = extensionsOf(element);
  const attributesOfType = (type: string): Attributes[] =>
    extensions.filter(({ $type }) => $type === type).map(attributesOf);
  const data: TaskData = { ...NO_DATA };
  for (const [key, type] of Object.entries(SINGLE_ELEMENTS))
    Object.assign(data, { [key]: attributesOfType(type)[0] ?? {} });
  for (const [key, type] of Object.entries(REPEATED_ELEMENTS)) Object.assign(data, { [key]: attributesOfType(type) });
  const tables = extensions
    .filter(({ $type }) => $type === 'sf:Table')
    .map((table) => ({ attributes: attributesOf(table), columns: listOf(table, 'columns').map(attributesOf) }));
  return { ...data, tables };
}

/**
 * Returns an `extensionElements` element that contains the existing extensions of other products, followed by the
 * extensions for `data`. Undefined if it would be empty.
 */
export function extensionFor(element: Element | undefined, data: TaskData, make: MakeElement): Element | undefined {
  const foreignElements = element ? extensionsOf(element).filter(({ $type }) => !PRODUCT_ELEMENT_TYPES.has($type)) : [];
  const values: Element[] = [...foreignElements];
  const add = (type: string, attributes: Attributes): void => {
    if (Object.keys(attributes).length > 0) values.push(make(type, attributes));
  };
  for (const attributes of data.candidates) add(REPEATED_ELEMENTS.candidates, attributes);
  for (const key of ['sign', 'settings', 'timer', 'call', 'repeat', 'actions'] as const)
    add(SINGLE_ELEMENTS[key], data[key]);
  for (const attributes of data.answers) add(REPEATED_ELEMENTS.answers, attributes);
  for (const attributes of data.buttons) add(REPEATED_ELEMENTS.buttons, attributes);
  for (const attributes of data.cc) add(REPEATED_ELEMENTS.cc, attributes);
  for (const attributes of data.fields) add(REPEATED_ELEMENTS.fields, attributes);
  for (const { attributes, columns } of data.tables) {
    const table = make('sf:Table', attributes);
    const columnElements = columns.map((column) => make('sf:Column', column));
    for (const column of columnElements) column.$parent = table;
    table.columns = columnElements;
    values.push(table);
  }
  if (values.length === 0) return undefined;
  const extension = make('bpmn:ExtensionElements', { values });
  for (const value of values) value.$parent = extension;
  return extension;
}
