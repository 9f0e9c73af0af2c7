/** What the file says of one element in our namespace, as attributes: what a newer engine adds to them is kept as it is. */
export type Attributes = Readonly<Record<string, string>>;

export interface TableData {
  attributes: Attributes;
  columns: readonly Attributes[];
}

export interface TaskData {
  candidates: readonly Attributes[];
  cc: readonly Attributes[];
  sign: Attributes;
  settings: Attributes;
  timer: Attributes;
  call: Attributes;
  /** Values of a service's answer and the fields they go into. */
  answers: readonly Attributes[];
  /** What a sub-process is repeated over; the loop itself stands in BPMN's own words. */
  repeat: Attributes;
  /** `value`: names joined by commas; absent: the usual ones. */
  actions: Attributes;
  /** Offers an action and names its button. */
  buttons: readonly Attributes[];
  fields: readonly Attributes[];
  tables: readonly TableData[];
}

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

/** Sets one attribute; an empty value takes it away. */
export function withAttribute(attributes: Attributes, name: string, value: string): Attributes {
  const { [name]: _old, ...rest } = attributes;
  return value === '' ? rest : { ...rest, [name]: value };
}
