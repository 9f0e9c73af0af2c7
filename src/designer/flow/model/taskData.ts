/** The attributes of one extension element, by name; unknown attributes are kept. */
export type Attributes = Readonly<Record<string, string>>;

/** The rights on a sub-table and on its columns. */
export interface TableData {
  attributes: Attributes;
  columns: readonly Attributes[];
}

/**
 * The settings that this product stores as extension elements of one BPMN element: a task, event, sub-process or
 * process.
 */
export interface TaskData {
  /** In a task: the people who can be assigned. In a message event: the people who may confirm the message's arrival. */
  candidates: readonly Attributes[];
  /** Recipients of copies. */
  cc: readonly Attributes[];
  /** How several people decide the task together. */
  sign: Attributes;
  /** Settings that a task can inherit from the process, and the key of the field that stores the opinion. */
  settings: Attributes;
  /** Reminder and time limit. */
  timer: Attributes;
  /** Address and method of a service call. */
  call: Attributes;
  /** Which values of a service's response or of a message are stored, and in which fields. */
  answers: readonly Attributes[];
  /** What a sub-process is repeated over: rows, people or a number. The loop itself is stored as standard BPMN. */
  repeat: Attributes;
  /** `value`: names of the offered actions, joined by commas; absent for the default actions. */
  actions: Attributes;
  /** Actions with a custom button name. */
  buttons: readonly Attributes[];
  /** Rights on fields. */
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

/** Returns a copy with the attribute set; the value '' removes the attribute. */
export function withAttribute(attributes: Attributes, name: string, value: string): Attributes {
  const { [name]: _old, ...rest } = attributes;
  return value === '' ? rest : { ...rest, [name]: value };
}
