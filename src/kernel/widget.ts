/** One option of a select, radio, checkbox or cascader. */
export interface Option {
  label: string;
  value: string | number | boolean;
  disabled?: boolean;
  children?: readonly Option[];
  /** Value or values of the field named by `dependKey` under which the option is open. */
  parent?: string | number | readonly (string | number)[];
  /** Style of the tag shown for a dictionary item (EN-018). */
  listClass?: string;
}

/** What a widget may need to show or read a value as text. */
export interface TextContext {
  /** Options of the field where it has some; undefined while they are not known. */
  options?: readonly Option[];
  /** The stored companion label (`<key>Label`, LB-001…003). */
  label?: string;
}

/** Type of a stored value as the expression language sees it. Numbers are always double. */
export type ValueType = 'string' | 'double' | 'bool' | 'list' | 'dyn';

/**
 * The React-free half of a widget: what browser and server both must know of a tag. The faces (edit, view,
 * cell) are registered beside it by `src/widgets/<tag>/index.ts`. `node` is the canonical node of that tag.
 */
export interface WidgetDefinition<Node = never> {
  tag: string;
  kind: 'field' | 'block' | 'container';
  /** Fields only. */
  valueType?: ValueType;
  /** Value of an untouched field; default undefined. */
  emptyValue?: unknown;
  /** True when the display text is stored too, under `<key>Label`. */
  hasCompanion?: boolean;
  /** The value holds ids of the organisation: of what, and which. The server checks that they exist and writes their names (SE-002, LB-003). */
  references?: { to: 'user' | 'dept' | 'unit'; ids(value: unknown): readonly string[] };
  /** Default: undefined, null, '' and [] are empty. */
  isEmpty?(value: unknown): boolean;
  /** A Chinese sentence without the field's name when the value is wrong, else null. Types are checked before by the grammar's x-value. */
  validate?(value: unknown, node: Node): string | null;
  /** The read-only text: one function for forms, lists, sub-table cells, print and export. Must not throw on any value. */
  text?(value: unknown, node: Node, context: TextContext): string;
  /** What a screen shows where it reads better than `text` (digits in groups of three); copies and exports keep `text`. Must not throw either. */
  display?(value: unknown, node: Node, context: TextContext): string;
  /** Reads a pasted or imported text; the reverse of `text`. */
  fromText?(
    text: string,
    node: Node,
    context: TextContext,
  ): { ok: true; value: unknown; label?: string } | { ok: false; message: string };
}
