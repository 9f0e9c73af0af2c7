import { attributesOf, extensionsOf, listOf, type Element, type MakeElement } from './moddle.ts';
import { NO_DATA, type Attributes, type TaskData } from './taskData.ts';

/** Our elements that stand once, and those that stand as often as they like. */
const ONCE = {
  sign: 'sf:Sign',
  settings: 'sf:Settings',
  timer: 'sf:Timer',
  call: 'sf:Call',
  repeat: 'sf:Repeat',
  actions: 'sf:Actions',
} as const;
const MANY = {
  candidates: 'sf:Candidates',
  cc: 'sf:Cc',
  buttons: 'sf:Button',
  answers: 'sf:Answer',
  fields: 'sf:Field',
} as const;
const OURS: ReadonlySet<string> = new Set([...Object.values(ONCE), ...Object.values(MANY), 'sf:Table']);

/** What an element says in our namespace. */
export function readTask(element: Element): TaskData {
  const all = extensionsOf(element);
  const of = (type: string): Attributes[] => all.filter(({ $type }) => $type === type).map(attributesOf);
  const data: TaskData = { ...NO_DATA };
  for (const [key, type] of Object.entries(ONCE)) Object.assign(data, { [key]: of(type)[0] ?? {} });
  for (const [key, type] of Object.entries(MANY)) Object.assign(data, { [key]: of(type) });
  const tables = all
    .filter(({ $type }) => $type === 'sf:Table')
    .map((table) => ({ attributes: attributesOf(table), columns: listOf(table, 'columns').map(attributesOf) }));
  return { ...data, tables };
}

/** The extension of an element that says this; what is not ours stays, first. Undefined when nothing is left to say. */
export function extensionFor(element: Element | undefined, data: TaskData, make: MakeElement): Element | undefined {
  const kept = element ? extensionsOf(element).filter(({ $type }) => !OURS.has($type)) : [];
  const values: Element[] = [...kept];
  const add = (type: string, attributes: Attributes): void => {
    if (Object.keys(attributes).length > 0) values.push(make(type, attributes));
  };
  for (const attributes of data.candidates) add(MANY.candidates, attributes);
  for (const key of ['sign', 'settings', 'timer', 'call', 'repeat', 'actions'] as const) add(ONCE[key], data[key]);
  for (const attributes of data.answers) add(MANY.answers, attributes);
  for (const attributes of data.buttons) add(MANY.buttons, attributes);
  for (const attributes of data.cc) add(MANY.cc, attributes);
  for (const attributes of data.fields) add(MANY.fields, attributes);
  for (const { attributes, columns } of data.tables) {
    const table = make('sf:Table', attributes);
    const made = columns.map((column) => make('sf:Column', column));
    for (const column of made) column.$parent = table;
    table.columns = made;
    values.push(table);
  }
  if (values.length === 0) return undefined;
  const extension = make('bpmn:ExtensionElements', { values });
  for (const value of values) value.$parent = extension;
  return extension;
}
