/** The attributes of one extension element, by name; unknown attributes are kept. */
export type Attributes = Readonly<Record<string, string>>;

/** The rights on a sub-table and on its columns. */
export interface TableData {
  attributes: Attributes;
  columns: readonly Attributes[];
}

/** The settings that this product stores as extension elements of a task, sub-process or process. */
export interface TaskData {
  candidates: readonly Attributes[];
  cc: readonly Attributes[];
  sign: Attributes;
  settings: Attributes;
  timer: Attributes;
  call: Attributes;
  /** Values of a service's response, and the fields that store them. */
  answers: readonly Attributes[];
  /** The list over which a sub-process is repeated. The loop itself is stored as standard BPMN. */
  repeat: Attributes;
  /** `value`: names of the offered actions, joined by commas; absent for the default actions. */
  actions: Attributes;
  /** Actions with a custom button name. */
  buttons: readonly Attributes[];
  fields: readonly Attributes[];
  tables: readonly TableData[];
}

/** The data of an element without extension elements. */
export const NO_DATA: TaskData = {
  candidates: [],
  cc: [],
  sign: {},
  settings: {},
  timer: {},
  call: {},
  answers: [],
  repeat: {},
  actions: {},
  buttons: [],
  fields: [],
  tables: [],
};

/** Returns a copy with the attribute set; '' removes it. */
export function withAttribute(attributes: Attributes, name: string, value: string): Attributes {
  const { [name]: _old, ...rest } = attributes;
  return value === '' ? rest : { ...rest, [name]: value };
}
